/** What follows is a password: a feed's address, an invitation's link. */
const secretPrefixes = ['/calendar/', '/center/invitation/', '/api/v1/center-invitations/']

/** A path as it may stand in the log. */
export function loggablePath(path: string): string {
  const prefix = secretPrefixes.find((each) => path.startsWith(each))
  return prefix === undefined ? path : `${prefix}…`
}
