export const connectionLost = 'No pudimos conectarnos. Revisa tu conexión e inténtalo de nuevo.'
/** The server, or the proxy in front of it, answered that it cannot answer now: the visitor's connection is fine. */
export const serverAway = 'El servicio no responde en este momento. Espera un momento e inténtalo de nuevo.'
const tooSlow = 'La respuesta tardó demasiado. Inténtalo de nuevo en un momento.'
const ownFault = 'Algo falló de nuestro lado. Ya quedó registrado; inténtalo de nuevo.'

/** An error whose message is already the Spanish sentence for the user, as after a call of the authentication library. */
export class UserFacingError extends Error {}

export function errorMessage(error: unknown): string {
  if (error instanceof UserFacingError) return error.message
  const refused = refusedFields(error)
  // A screen without fields of its own still shows which fields the server refused.
  if (refused.length > 0) return sentences(new Set(refused.map(({ message }) => message)))
  if (isServerError(error)) return waitMessage(error) ?? error.message
  if (isOffline()) return connectionLost
  return lossMessage(error) ?? ownFault
}

/** Like errorMessage(), but where the server itself failed, the screen's sentence for what was not done. */
export function failureMessage(error: unknown, { failed }: { failed: string }): string {
  const isExplained = error instanceof UserFacingError || isRefusal(error) || isConnectionLoss(error) || isOffline()
  return isExplained ? errorMessage(error) : failed
}

/** The sentence for a response that never came; only a failed connection asks the visitor to check theirs. */
function lossMessage(error: unknown): string | undefined {
  if (!isConnectionLoss(error)) return undefined
  const { name, status, cause } = error as { name: string; status?: unknown; cause?: unknown }
  if (typeof status === 'number' && isAway(status)) return serverAway
  if (name === 'TimeoutError') return tooSlow
  return lossMessage(cause) ?? connectionLost
}

/** A proxy answers with one of these when the server behind it does not. */
export const isAway = (status: number) => status >= 502

/** The text says when to try again, after a refusal that lasts longer than a moment. */
function waitMessage(error: ServerError): string | undefined {
  const { data } = error as { data?: { retryAfterSeconds?: unknown } }
  const seconds = data?.retryAfterSeconds
  if (error.code !== 'request.too_many' || typeof seconds !== 'number' || seconds <= 60) return undefined
  const minutes = Math.ceil(seconds / 60)
  const wait = minutes < 100 ? `${minutes} minutos` : `${Math.ceil(minutes / 60)} horas`
  return `Demasiados intentos seguidos. Podrás volver a intentarlo en ${wait}.`
}

/** A response without an error of the contract, from a proxy whose server does not answer: the outcome of a write is unknown. */
export class ServerAway extends Error {
  override name = 'ServerAway'
  readonly status: number

  constructor(status: number) {
    super(`the server is away: ${status}`)
    this.status = status
  }
}

/** Code of the contract (`appointments.slot_taken`), or undefined when the error is not a response of the server. */
export function errorCode(error: unknown): string | undefined {
  return isServerError(error) ? error.code : undefined
}

/** The server understood the request and refused it: repeating it cannot help. */
export function isRefusal(error: unknown): boolean {
  return isServerError(error) && error.status < 500
}

type ServerError = { code: string; status: number; message: string }

/** Recognised by its shape, because an error of server rendering arrives in the browser without its class. */
function isServerError(error: unknown): error is ServerError {
  if (typeof error !== 'object' || error === null) return false
  if (!('code' in error && 'status' in error && 'message' in error)) return false
  return typeof error.code === 'string' && /^[a-z]\w*\.[a-z_]+$/i.test(error.code)
}

/** Another person changed what the write was about. The server has stored nothing. */
export function isChangedMeanwhile(error: unknown): boolean {
  return errorCode(error) === 'request.changed_meanwhile'
}

/** The write is about a version, or about terms, that are no longer what is stored. */
export function isOutdated(error: unknown): boolean {
  return isChangedMeanwhile(error) || errorCode(error) === 'request.terms_changed'
}

/** The reason that the server gives in the data of its refusal, as for a promotion that is not valid. */
export function refusalReason(error: unknown): string | undefined {
  if (!isServerError(error)) return undefined
  const { data } = error as { data?: { reason?: unknown } }
  return typeof data?.reason === 'string' ? data.reason : undefined
}

/** The names of errors that a browser throws when a connection fails, also while a response is read. */
const lossNames = ['TypeError', 'TimeoutError', 'AbortError', 'NetworkError', 'AuthRetryableFetchError', 'ServerAway']

/**
 * fetch rejects with a TypeError when the connection fails, and with a DOMException after a timeout. A response that breaks
 * off is no valid JSON. Recognised by name, because the error may come from a library or another window.
 */
export function isConnectionLoss(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !('name' in error)) return false
  if (error instanceof SyntaxError) return true
  return lossNames.includes(String(error.name)) || isConnectionLoss((error as { cause?: unknown }).cause)
}

/** Without a connection no write reaches the server, so nothing failed there. */
const isOffline = () => typeof navigator !== 'undefined' && navigator.onLine === false

export type RefusedField = { path: string; message: string }

/** The server's messages about single fields; empty for any other error. */
export function refusedFields(error: unknown): RefusedField[] {
  if (errorCode(error) !== 'request.invalid' || typeof error !== 'object' || error === null) return []
  const { data } = error as { data?: { fields?: unknown } }
  return Array.isArray(data?.fields) ? data.fields : []
}

/** Joins messages into one text. A schema's message has no full stop. */
export function sentences(messages: ReadonlySet<string>): string {
  const [only = '', ...others] = messages
  return others.length === 0 ? only : [only, ...others].map((message) => message.replace(/[.]?$/, '.')).join(' ')
}
