/** Who switched pushes on in this browser: only for that user may they be renewed without asking. */
const userKey = 'senda.push-user'
/** The address of the subscription that the server has. The browser may have replaced it since. */
const endpointKey = 'senda.push-endpoint'

export const readPushUser = () => read(userKey)
export const readPushEndpoint = () => read(endpointKey)

export const storePushUser = (userId: string) => store(userKey, userId)
export const storePushEndpoint = (endpoint: string) => store(endpointKey, endpoint)

export function deletePushUser(): void {
  store(userKey, undefined)
  store(endpointKey, undefined)
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function store(key: string, text: string | undefined): void {
  try {
    if (text === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, text)
  } catch {
    // Without storage, a lost subscription or a changed key switches pushes off here.
  }
}
