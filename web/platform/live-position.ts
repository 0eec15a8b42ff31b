let first: string | undefined

/**
 * Notes the position of a private response. The stream opens after it, so that the page need not fetch everything again once
 * the stream is open. The first one stays: a stream after an older position only repeats more.
 */
export function noteLivePosition(position: string | null): void {
  first ??= position ?? undefined
}

export const firstLivePosition = (): string | undefined => first
