export type StepNumber = 1 | 2 | 3

/** The step in the address: anything but 2 and 3 is the first. */
export function stepFrom(search: Record<string, unknown>): StepNumber {
  return search.paso === '2' || search.paso === 2 ? 2 : search.paso === '3' || search.paso === 3 ? 3 : 1
}
