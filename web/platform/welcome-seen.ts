const seenKey = 'senda.welcome-seen'

export function wasWelcomeSeen(): boolean {
  try {
    return localStorage.getItem(seenKey) !== null
  } catch {
    // Without storage the welcome would return on every visit.
    return true
  }
}

export function markWelcomeSeen(): void {
  try {
    localStorage.setItem(seenKey, 'true')
  } catch {
    // Without storage the welcome counts as seen.
  }
}
