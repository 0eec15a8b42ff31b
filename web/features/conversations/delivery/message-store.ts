import type { ChatMessage } from '#contract/conversations.ts'

import {
  hasOlder,
  type KnownMessages,
  lastKnown,
  type MessagePage,
  toFetch,
  withOtherRead,
  withPage,
  withSent,
} from './message-pages.ts'

export type MessagesState = {
  known: KnownMessages | undefined
  /** The error of the last attempt to load or to catch up. */
  error: unknown
  isLoadingOlder: boolean
}

type PageRequest = { before?: number; after?: number; limit?: number }

/** The largest page that the server returns. */
const catchUpLimit = 200
const firstPauseMs = 2000
const longestPauseMs = 30_000

/** The messages of one conversation. `fetchPage`: the newest messages, or those before or after a number. */
export class MessageStore {
  private readonly fetchPage: (request: PageRequest) => Promise<MessagePage>
  private state: MessagesState = { known: undefined, error: undefined, isLoadingOlder: false }
  private announcedNumber = 0
  private catchingUp: Promise<void> | undefined
  private failures = 0
  private retryTimer: ReturnType<typeof setTimeout> | undefined
  private readonly listeners = new Set<() => void>()

  constructor(fetchPage: (request: PageRequest) => Promise<MessagePage>) {
    this.fetchPage = fetchPage
  }

  readonly getSnapshot = (): MessagesState => this.state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => {
      this.listeners.delete(listener)
      // No screen shows these messages any more. The next one that opens fetches them.
      if (this.listeners.size === 0) clearTimeout(this.retryTimer)
    }
  }

  /** Loads the newest messages, or what follows the last known one. */
  refresh(): Promise<void> {
    return this.catchUp({ isAnnounced: false })
  }

  async announce(lastNumber: number): Promise<void> {
    this.announcedNumber = Math.max(this.announcedNumber, lastNumber)
    if (!this.isBehind()) return
    await this.catchUp({ isAnnounced: true })
    // The running request may have ended before this number was announced.
    if (this.state.error === undefined && this.isBehind()) await this.catchUp({ isAnnounced: true })
  }

  setOtherRead(number: number): void {
    const { known } = this.state
    if (known) this.set({ known: withOtherRead(known, number) })
  }

  async loadOlder(): Promise<void> {
    const { known, isLoadingOlder } = this.state
    const first = known?.items[0]
    if (!known || !first || !hasOlder(known) || isLoadingOlder) return
    this.set({ isLoadingOlder: true })
    try {
      this.addPage(await this.fetchPage({ before: first.number }))
    } catch (error) {
      this.set({ error })
    } finally {
      this.set({ isLoadingOlder: false })
    }
  }

  /** Staff removed or restored a message. */
  async reload(number: number): Promise<void> {
    if (!this.state.known?.items.some((message) => message.number === number)) return
    try {
      this.addPage(await this.fetchPage({ before: number + 1, limit: 1 }))
    } catch (error) {
      this.set({ error })
    }
  }

  addSent(message: ChatMessage): void {
    const { known } = this.state
    if (!known) return
    this.announcedNumber = Math.max(this.announcedNumber, message.number)
    this.set({ known: withSent(known, message) })
    if (this.isBehind()) void this.catchUp({ isAnnounced: true })
  }

  private set(next: Partial<MessagesState>): void {
    this.state = { ...this.state, ...next }
    for (const listener of this.listeners) listener()
  }

  private addPage(page: MessagePage): void {
    this.announcedNumber = Math.max(this.announcedNumber, page.lastNumber)
    this.set({ known: withPage(this.state.known, page), error: undefined })
  }

  private isBehind(): boolean {
    return toFetch(this.state.known, this.announcedNumber) !== 'nothing'
  }

  /** One request at a time: a number that is announced in between is fetched by the next one. */
  private async catchUp({ isAnnounced }: { isAnnounced: boolean }): Promise<void> {
    this.catchingUp ??= this.fetchFollowing({ isAnnounced }).finally(() => {
      this.catchingUp = undefined
    })
    await this.catchingUp
  }

  private async fetchFollowing({ isAnnounced }: { isAnnounced: boolean }): Promise<void> {
    try {
      if (!isAnnounced || !this.state.known) this.addPage(await this.fetchPage(this.followingPage()))
      while (this.state.known && this.isBehind()) {
        const before = lastKnown(this.state.known)
        this.addPage(await this.fetchPage(this.followingPage()))
        // Without this, a response without new messages would be requested forever.
        if (lastKnown(this.state.known) === before) this.announcedNumber = before
      }
      this.failures = 0
    } catch (error) {
      this.set({ error })
      this.retryLater()
    }
  }

  private retryLater(): void {
    const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** this.failures)
    this.failures += 1
    clearTimeout(this.retryTimer)
    this.retryTimer = setTimeout(() => void this.refresh(), pauseMs)
  }

  private followingPage(): PageRequest {
    const { known } = this.state
    if (!known || known.items.length === 0 || toFetch(known, this.announcedNumber) === 'newest') return {}
    return { after: lastKnown(known), limit: catchUpLimit }
  }
}
