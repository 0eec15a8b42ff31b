import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type SyntheticEvent, useState } from 'react'
import type { z } from 'zod'
import { maxMessageLength } from '#contract/conversations.ts'
import { soundsLikeEmergency } from '#contract/emergency-words.ts'
import type { question } from '#contract/questions.ts'
import { AuthFrame } from '#web/features/auth/auth-frame.tsx'
import { useApi } from '#web/platform/api.ts'
import { errorMessage } from '#web/platform/error-message.ts'
import { formatDate, formatDay, formatTime } from '#web/platform/formats.ts'
import { useRequestKeys } from '#web/platform/idempotency-key.ts'
import { ZoneNote } from '#web/platform/zone-note.tsx'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Card } from '#web/ui/card.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { TextArea } from '#web/ui/text-area.tsx'
import { EmergencyNumbers } from '../emergency-numbers.tsx'
import { DeleteQuestion } from './delete-question.tsx'
import { QuestionPath } from './question-path.tsx'

type Question = z.output<typeof question>
type Props = { token: string; question: Question; onDeleted: () => void }

/** What a visitor and a centre wrote to each other, behind the link of a mail. */
export function QuestionConversation({ token, question, onDeleted }: Props) {
  const { center, messages, expiresAt, can } = question
  const isAnswered = messages.some(({ senderType }) => senderType === 'center')
  return (
    <AuthFrame
      title={isAnswered ? `${center.name} te respondió` : `${center.name} recibió tu pregunta`}
      intro={
        <Link to="/centers/$centerId" params={{ centerId: center.id }} className="link">
          Ver el centro y sus horas
        </Link>
      }
    >
      <div className="grid gap-6">
        {messages.some(({ isOwn, content }) => isOwn && soundsLikeEmergency(content)) && <EmergencyNumbers />}
        <ZoneNote instants={messages.map(({ createdAt }) => createdAt)}>
          <Messages centerName={center.name} messages={messages} />
        </ZoneNote>
        {!isAnswered && <QuestionPath centerName={center.name} next="answer" />}
        {can.write ? (
          <AnswerForm token={token} label={isAnswered ? 'Tu respuesta' : 'Agregar algo'} />
        ) : (
          <p className="text-ink-soft">Ahora no puedes escribir en esta conversación.</p>
        )}
        <Card look="sunken" className="grid justify-items-start gap-1">
          <p className="font-semibold">Guarda esta conversación</p>
          <p className="text-ink-soft">
            Crea una cuenta con la misma dirección de correo: la encuentras en Mensajes, y reservas sin volver a
            escribir tus datos.
          </p>
          <Link to="/register" className={buttonClass({ variant: 'secondary', size: 'small', className: 'mt-2' })}>
            Crear una cuenta
          </Link>
        </Card>
        <div className="grid gap-2 border-t border-line pt-4 text-sm text-ink-soft">
          {isAnswered && (
            <p>
              {'¿Te escribieron algo que no corresponde? '}
              <Link to="/contact" className="link">
                Cuéntanos
              </Link>
              {' antes de borrar la conversación.'}
            </p>
          )}
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <p>{`Este enlace sirve hasta el ${formatDate(expiresAt)}.`}</p>
            <DeleteQuestion token={token} onDeleted={onDeleted} />
          </div>
        </div>
      </div>
    </AuthFrame>
  )
}

function Messages({ centerName, messages }: { centerName: string; messages: Question['messages'] }) {
  return (
    <ul className="grid gap-1.5">
      {messages.map((message, at) => {
        const isLast = messages[at + 1]?.isOwn !== message.isOwn
        return (
          <li
            key={message.id}
            className={classNames('flex flex-col', message.isOwn ? 'items-end' : 'items-start', isLast && 'mb-2')}
          >
            <div
              className={classNames(
                'max-w-[85%] rounded-card px-3.5 py-2',
                message.isOwn ? 'bg-action-soft' : 'bg-sand',
                isLast && (message.isOwn ? 'rounded-br-[0.25rem]' : 'rounded-bl-[0.25rem]'),
              )}
            >
              <span className="sr-only">{`${message.isOwn ? 'Tú' : centerName}: `}</span>
              {message.isRemoved ? (
                <p className="text-ink-soft italic">Mensaje retirado por el equipo</p>
              ) : (
                <p className="wrap-anywhere whitespace-pre-wrap">{message.content}</p>
              )}
            </div>
            {isLast && (
              <p className="mt-0.5 px-1 text-sm text-ink-soft">
                {`${message.isOwn ? 'Tú' : centerName} · `}
                <time dateTime={message.createdAt} className="tabular-nums">
                  {`${formatDay(message.createdAt)}, ${formatTime(message.createdAt)}`}
                </time>
              </p>
            )}
          </li>
        )
      })}
    </ul>
  )
}

function AnswerForm({ token, label }: { token: string; label: string }) {
  const { queries } = useApi()
  const answer = useMutation(queries.questions.answer.mutationOptions())
  const keys = useRequestKeys()
  const [content, setContent] = useState('')

  async function submit(event: SyntheticEvent): Promise<void> {
    event.preventDefault()
    const typed = { token, content }
    await answer.mutateAsync({ ...typed, id: keys.keyOf(typed) }).then(
      () => setContent(''),
      () => undefined,
    )
  }

  return (
    <form onSubmit={(event) => void submit(event)} className="grid gap-3">
      {soundsLikeEmergency(content) && <EmergencyNumbers />}
      <TextArea
        label={label}
        name="content"
        maxLength={maxMessageLength}
        value={content}
        onChange={({ target }) => setContent(target.value)}
        {...(answer.error && { error: errorMessage(answer.error) })}
      />
      <Button type="submit" pending={answer.isPending} pendingLabel="Enviando…" disabled={content.trim() === ''}>
        Enviar
      </Button>
    </form>
  )
}
