/** Messages between the tabs of one browser. Undefined where there are no channels, or where they are denied with the storage. */
export function openTabChannel(name: string): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(name)
  } catch {
    return undefined
  }
}
