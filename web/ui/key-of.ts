/**
 * The key of a browser's event, in lower case. Chrome fires `keydown` without a key when it fills in a form. React's own events always
 * have one.
 */
export function keyOf({ key }: { key?: string }): string {
  return key?.toLowerCase() ?? ''
}
