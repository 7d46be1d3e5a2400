/** Wilson's score interval of a share, 95 %, in 0 to 1 (E. B. Wilson, 1927). The counts may be weighed ones. */
export function wilson(hits: number, total: number): [low: number, high: number] {
  if (total === 0) return [0, 1];
  const z = 1.959964;
  const share = hits / total;
  const centre = share + (z * z) / (2 * total);
  const spread = z * Math.sqrt((share * (1 - share)) / total + (z * z) / (4 * total * total));
  const scale = 1 + (z * z) / total;
  return [Math.max(0, (centre - spread) / scale), Math.min(1, (centre + spread) / scale)];
}
