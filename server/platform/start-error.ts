/** A reason not to start that the person at the terminal can act on: a Spanish message, shown without a stack. */
export class StartError extends Error {
  override name = 'StartError'
}
