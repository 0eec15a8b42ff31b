import {
  type KeyboardEvent,
  type RefObject,
  type SyntheticEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { type Conversation, maxMessageLength } from '#contract/conversations.ts'
import { formatCount } from '#web/platform/formats.ts'
import { draftPrefix } from '#web/platform/session.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { FieldError } from '#web/ui/field.tsx'
import { isComposing } from '#web/ui/is-composing.ts'
import { TextCount } from '#web/ui/kept-text.tsx'
import { useUnsavedForm } from '#web/ui/unsaved-form.ts'
import SendHorizontal from '~icons/lucide/send-horizontal'
import { useAnnounceTyping } from './use-typing.ts'

const tooManyWaiting = 'Hay muchos mensajes sin enviar. Espera a que salgan y vuelve a intentarlo.'

/** The bar is above the field while the server slows the user down, and in its place where the user may not write. */
const barClass = 'border-t border-line bg-panel px-3 py-3 sm:px-4'

type Props = {
  conversation: Pick<Conversation, 'id' | 'other'>
  slowdownMessage: string | undefined
  /** Returns false when too many messages wait already. */
  onSend: (content: string) => boolean
}

/** Enter sends the message. On a touch screen Enter starts a new line, and the button sends. */
export function Composer({ conversation: { id, other }, slowdownMessage, onSend }: Props) {
  const [text, setText] = useState(() => readMessageDraft(id))
  const [error, setError] = useState<string>()
  const field = useRef<HTMLTextAreaElement>(null)
  const announceTyping = useAnnounceTyping(id)
  const fieldId = useId()
  const { length } = text.trim()
  useGrowingField(field, text)
  useUnsavedForm(length > 0)

  function update(next: string): void {
    setText(next)
    writeMessageDraft(id, next)
    setError(undefined)
    if (next.trim() !== '') announceTyping()
  }

  function send(event?: SyntheticEvent): void {
    event?.preventDefault()
    field.current?.focus()
    const problem = problemOf(length) ?? (onSend(text.trim()) ? undefined : tooManyWaiting)
    setError(problem)
    if (problem !== undefined) return
    setText('')
    writeMessageDraft(id, '')
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event.nativeEvent)) return
    if (matchMedia('(pointer: coarse)').matches) return
    send(event)
  }

  return (
    <form noValidate onSubmit={send} className={classNames(barClass, 'grid grid-cols-[minmax(0,1fr)] gap-2')}>
      {slowdownMessage && (
        <p role="status" className="text-sm text-amber">
          {slowdownMessage}
        </p>
      )}
      <div className="flex items-end gap-2">
        <label htmlFor={fieldId} className="sr-only">{`Mensaje para ${other.name}`}</label>
        <textarea
          ref={field}
          id={fieldId}
          name="content"
          rows={1}
          value={text}
          dir="auto"
          placeholder="Escribe un mensaje…"
          autoComplete="off"
          enterKeyHint="enter"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${fieldId}-error` : undefined}
          onChange={({ target }) => update(target.value)}
          onKeyDown={onKeyDown}
          className="block field-sizing-content max-h-44 min-h-11 w-full min-w-0 grow resize-none wrap-anywhere rounded-control border border-control bg-panel px-3.5 py-2 text-base text-ink transition-colors placeholder:text-ink-soft hover:border-ink-soft focus-visible:border-focus focus-visible:outline-offset-0 aria-invalid:border-red"
        />
        <Button type="submit" aria-label="Enviar" title="Enviar" className="shrink-0 px-3.5!">
          <SendHorizontal aria-hidden="true" className="size-5" />
        </Button>
      </div>
      <FieldError id={`${fieldId}-error`} error={error} />
      <TextCount length={length} max={maxMessageLength} />
    </form>
  )
}

/** For browsers that do not fit a field to its text by themselves: Safari before 26.2 and Firefox before 152. */
function useGrowingField(field: RefObject<HTMLTextAreaElement | null>, text: string): void {
  useLayoutEffect(() => {
    if (field.current && !CSS.supports('field-sizing', 'content')) fitToText(field.current, text)
  }, [field, text])
}

function fitToText(field: HTMLTextAreaElement, text: string): void {
  field.style.height = 'auto'
  const border = field.offsetHeight - field.clientHeight
  // Without a text the field has the height of its style.
  if (text !== '') field.style.height = `${field.scrollHeight + border}px`
}

function problemOf(length: number): string | undefined {
  if (length === 0) return 'Escribe un mensaje.'
  if (length <= maxMessageLength) return undefined
  return `El mensaje puede tener hasta ${formatCount(maxMessageLength)} letras. Acórtalo o envíalo en partes.`
}

/** It stands in place of the field, where the user may not write. */
export function ClosedComposer({ conversation, onUnblock }: { conversation: Conversation; onUnblock: () => void }) {
  return (
    <div className={classNames(barClass, 'flex flex-wrap items-center justify-between gap-3')}>
      <p className="text-ink-soft">
        {conversation.isBlocked
          ? 'Bloqueaste esta conversación: no puedes enviar ni recibir mensajes en ella.'
          : 'Por ahora no puedes enviar mensajes en esta conversación.'}
      </p>
      {conversation.isBlocked && (
        <Button variant="secondary" onClick={onUnblock}>
          Desbloquear
        </Button>
      )}
    </div>
  )
}

const keyOf = (conversationId: string) => `${draftPrefix}message.${conversationId}`

/** The unsent text of a conversation, kept for this tab. */
function readMessageDraft(conversationId: string): string {
  try {
    return sessionStorage.getItem(keyOf(conversationId)) ?? ''
  } catch {
    return ''
  }
}

function writeMessageDraft(conversationId: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(keyOf(conversationId))
    else sessionStorage.setItem(keyOf(conversationId), text)
  } catch {
    // This device stores nothing.
  }
}
