import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { brand } from '#contract/brand.ts'
import { soundsLikeEmergency } from '#contract/emergency-words.ts'
import { EmergencyNumbers } from '#web/features/centers/emergency-numbers.tsx'
import { formatTime } from '#web/platform/formats.ts'
import { serverDate } from '#web/platform/server-time.ts'
import { RowOwnTime, ZoneNote } from '#web/platform/zone-note.tsx'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import SendHorizontal from '~icons/lucide/send-horizontal'

type ChatMessage = { id: number; sender: 'user' | 'support'; text: string; timestamp: Date }

const replyAfterMs = 1000
const greeting =
  'Hola. Esta es una respuesta automática: lo que escribas aquí queda en esta página y se borra cuando sales. Para que te responda una persona, envía tu consulta desde «Contacto».'
const reply = () =>
  `Gracias por escribir. Esta respuesta es automática: todavía no te leyó nadie. Para que te responda una persona, pásalo a «Contacto». Contestamos por correo, de ${brand.widgetHours.toLocaleLowerCase('es')}.`

/** The state is kept above the tabs, so that the conversation stays while another tab is open. */
export function useSupportChat() {
  const [messages, setMessages] = useState<ChatMessage[]>(() => [
    { id: 0, sender: 'support', text: greeting, timestamp: serverDate() },
  ])
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>())
  useEffect(() => {
    const { current: waiting } = timers
    return () => {
      for (const timer of waiting) clearTimeout(timer)
    }
  }, [])

  const add = (message: Omit<ChatMessage, 'id' | 'timestamp'>) =>
    setMessages((before) => [...before, { ...message, id: before.length, timestamp: serverDate() }])

  function send(text: string) {
    add({ sender: 'user', text })
    const timer = setTimeout(() => {
      timers.current.delete(timer)
      add({ sender: 'support', text: reply() })
    }, replyAfterMs)
    timers.current.add(timer)
  }

  return { messages, send }
}

type SupportChatProps = {
  chat: ReturnType<typeof useSupportChat>
  /** Opens the form that sends, with this text. */
  onContact: (text: string) => void
}

export function SupportChat({ chat, onContact }: SupportChatProps) {
  const { messages, send } = chat
  const log = useRef<HTMLDivElement>(null)
  const [text, setText] = useState('')
  const typed = text.trim()
  const ownTexts = messages.filter(({ sender }) => sender === 'user').map((message) => message.text)
  const lastReply = messages.findLast(({ text: replyText }) => replyText === reply())

  const lastId = messages.at(-1)?.id
  useEffect(() => {
    if (lastId === undefined) return
    // Not scrollIntoView, which may scroll the page behind the panel.
    const scroller = log.current?.closest('[role=tabpanel]')
    scroller?.scrollTo({ top: scroller.scrollHeight })
  }, [lastId])

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (typed === '') return
    setText('')
    send(typed)
  }

  return (
    <div className="flex min-h-full flex-col gap-4">
      {ownTexts.some(soundsLikeEmergency) && (
        // Stays in view above the conversation.
        <div role="alert" className="sticky top-0 z-1 -mt-4 bg-panel pt-4 pb-1">
          <EmergencyNumbers />
        </div>
      )}
      <div ref={log} role="log" aria-label="Conversación" className="grid grow content-start gap-3">
        <ZoneNote instants={messages.map(({ timestamp }) => timestamp.toISOString())}>
          {messages.map((message) => (
            <Message key={message.id} message={message}>
              {message === lastReply && (
                <Button
                  variant="secondary"
                  size="small"
                  className="mt-2"
                  onClick={() => onContact(ownTexts.join('\n\n'))}
                >
                  Pasarlo a Contacto
                </Button>
              )}
            </Message>
          ))}
        </ZoneNote>
      </div>
      <form onSubmit={submit} className="sticky bottom-0 flex items-end gap-2 border-t border-line bg-panel py-3">
        <TextField
          label="Tu mensaje"
          labelHidden
          placeholder="Escribe tu mensaje"
          className="grow"
          autoComplete="off"
          enterKeyHint="send"
          maxLength={1000}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <IconButton
          type="submit"
          label="Enviar al chat"
          disabled={typed === ''}
          icon={<SendHorizontal aria-hidden="true" className="size-5" />}
          className="text-action"
        />
      </form>
    </div>
  )
}

function Message({ message, children }: { message: ChatMessage; children: ReactNode }) {
  const isOwn = message.sender === 'user'
  return (
    <div
      className={classNames(
        'max-w-[88%] rounded-card px-3.5 py-2.5',
        isOwn ? 'justify-self-end bg-action-soft' : 'justify-self-start bg-sand',
      )}
    >
      <span className="sr-only">{isOwn ? 'Tú: ' : 'Soporte: '}</span>
      <p className="wrap-anywhere whitespace-pre-line">{message.text}</p>
      {children}
      <p className="mt-1 text-sm text-ink-soft">
        <time dateTime={message.timestamp.toISOString()}>{formatTime(message.timestamp)}</time>
        <RowOwnTime instant={message.timestamp.toISOString()} />
      </p>
    </div>
  )
}
