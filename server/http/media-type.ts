/** Which `Content-Type` counts as JSON in UTF-8. */

/** A missing type is JSON; else `application/json`, with no charset other than UTF-8. Linear over the header. */
export function isJsonMediaType(header: string): boolean {
  if (header.trim() === '') return true;
  const [type = '', ...parameters] = header.split(';');
  if (type.trim().toLowerCase() !== 'application/json') return false;
  return parameters.every((parameter) => {
    const [name = '', value = ''] = parameter.split('=', 2);
    if (name.trim().toLowerCase() !== 'charset') return true;
    return ['utf-8', 'utf8'].includes(value.trim().replaceAll('"', '').toLowerCase());
  });
}
