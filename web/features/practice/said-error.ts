import { errorMessage } from '#web/platform/error-message.ts'

/** For dialogs that keep an error in view: the sentence for whatever a call has thrown, as an Error. */
export function saidError(error: unknown): Error {
  return new Error(errorMessage(error), { cause: error })
}
