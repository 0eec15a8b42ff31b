/** A reason not to start that the operator can act on. The message is shown without a stack. */
export class StartError extends Error {
  override name = 'StartError'
}
