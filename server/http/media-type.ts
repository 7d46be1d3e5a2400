/** Which `Content-Type` counts as JSON, or as lines of JSON, in UTF-8. */

const JSON_TYPES = ['application/json'];
/** The first is the one that answers have. */
export const LINE_TYPES = ['application/x-ndjson', 'application/jsonl'] as const;

export const isJsonMediaType = (header: string): boolean => isOneOf(JSON_TYPES, header);
export const isLinesMediaType = (header: string): boolean => isOneOf(LINE_TYPES, header);

/** A missing type is the right one; a charset can only be UTF-8. Linear over the header. */
function isOneOf(types: readonly string[], header: string): boolean {
  if (header.trim() === '') return true;
  const [type = '', ...parameters] = header.split(';');
  if (!types.includes(type.trim().toLowerCase())) return false;
  return parameters.every((parameter) => {
    const [name = '', value = ''] = parameter.split('=', 2);
    if (name.trim().toLowerCase() !== 'charset') return true;
    return ['utf-8', 'utf8'].includes(value.trim().replaceAll('"', '').toLowerCase());
  });
}
