/** What follows these prefixes is a secret: a feed's address, an invitation's link, a question's link, a link that stops mails, a file's address. */
export const secretPrefixes = [
  '/calendar/',
  '/center/invitation/',
  '/api/v1/center-invitations/',
  '/question/',
  '/api/v1/questions/',
  '/baja/',
  '/descargas/',
]

export function loggablePath(path: string): string {
  const prefix = secretPrefixes.find((each) => path.startsWith(each))
  return prefix === undefined ? path : `${prefix}…`
}
