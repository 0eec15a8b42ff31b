import { draftPrefix } from '#web/platform/session.ts'

const keyOf = (conversationId: string) => `${draftPrefix}message.${conversationId}`

/** What is typed and not sent yet in a conversation, for this tab. */
export function readMessageDraft(conversationId: string): string {
  try {
    return sessionStorage.getItem(keyOf(conversationId)) ?? ''
  } catch {
    return ''
  }
}

export function writeMessageDraft(conversationId: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(keyOf(conversationId))
    else sessionStorage.setItem(keyOf(conversationId), text)
  } catch {
    // This device stores nothing.
  }
}
