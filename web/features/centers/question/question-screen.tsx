import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type SyntheticEvent, useState } from 'react'
import type { z } from 'zod'
import { maxMessageLength } from '#contract/conversations.ts'
import { soundsLikeEmergency } from '#contract/emergency-words.ts'
import type { question } from '#contract/questions.ts'
import { AuthFrame } from '#web/features/auth/auth-frame.tsx'
import { useApi } from '#web/platform/api.ts'
import { errorCode, errorMessage } from '#web/platform/error-message.ts'
import { formatDate, formatTime } from '#web/platform/formats.ts'
import { useRequestKeys } from '#web/platform/idempotency-key.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { classNames } from '#web/ui/class-names.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { Page } from '#web/ui/page.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { EmergencyNumbers } from '../emergency-numbers.tsx'

type Question = z.output<typeof question>
type OfLink = { token: string; question: Question }

/** The page behind the mailed link of a visitor's question: it sends the question, and then is its conversation. */
export function QuestionScreen({ token }: { token: string }) {
  const { queries } = useApi()
  const read = useQuery(queries.questions.read.queryOptions({ input: { token } }))
  const [isDeleted, setDeleted] = useState(false)
  if (isDeleted) return <Ended title="Borramos tu pregunta" text="El centro tampoco puede leerla más." />
  const code = errorCode(read.error)
  if (code === 'questions.not_found' || code === 'request.invalid') {
    return (
      <Ended
        title="Este enlace ya no funciona"
        text="Puede haber vencido, la pregunta se borró, o ya está en los Mensajes de tu cuenta. Si no, escríbele al centro otra vez desde su página."
      />
    )
  }
  if (!read.data) {
    return (
      <AuthFrame title="Tu pregunta">
        <Pending query={read} loading="Cargando tu pregunta" failed="No se pudo cargar tu pregunta">
          <Skeleton className="h-64" />
        </Pending>
      </AuthFrame>
    )
  }
  const { data } = read
  if (data.status === 'unsent') return <Unsent token={token} question={data} onDeleted={() => setDeleted(true)} />
  if (data.status === 'inAccount') return <InAccount question={data} />
  return <Open token={token} question={data} onDeleted={() => setDeleted(true)} />
}

function Unsent({ token, question: { center, content, name }, onDeleted }: OfLink & { onDeleted: () => void }) {
  const { queries } = useApi()
  const send = useMutation(queries.questions.send.mutationOptions())
  return (
    <AuthFrame title={`Tu pregunta para ${center.name}`} intro="Léela y envíala: el centro la recibe recién entonces.">
      <div className="grid gap-5">
        {soundsLikeEmergency(content) && <EmergencyNumbers />}
        <FormError error={send.error ? errorMessage(send.error) : undefined} />
        <blockquote className="rounded-card bg-sand px-4 py-3">
          <p className="wrap-anywhere whitespace-pre-wrap">{content}</p>
          <footer className="mt-2 text-sm wrap-anywhere text-ink-soft">{name}</footer>
        </blockquote>
        <Button
          size="large"
          wide
          pending={send.isPending}
          pendingLabel="Enviando…"
          onClick={() => send.mutate({ token })}
        >
          Enviar al centro
        </Button>
        <p className="text-sm text-ink-soft">
          El centro ve tu nombre, no tu dirección. ¿No la escribiste tú? Bórrala: nadie la leyó.
        </p>
        <DeleteButton token={token} onDeleted={onDeleted} />
      </div>
    </AuthFrame>
  )
}

function InAccount({ question: { center } }: { question: Question }) {
  return (
    <Page className="py-12">
      <EmptyState
        heading="h1"
        title="Tu pregunta está en Mensajes"
        action={
          <Link to="/chat" search={{ to: center.id }} className={buttonClass()}>
            Ir a Mensajes
          </Link>
        }
      >
        {`Tienes una cuenta con esta dirección: allí lees lo que te responde ${center.name}.`}
      </EmptyState>
    </Page>
  )
}

function Open({ token, question, onDeleted }: OfLink & { onDeleted: () => void }) {
  const { center, messages, expiresAt, can } = question
  return (
    <AuthFrame
      title={center.name}
      intro={
        messages.some(({ senderType }) => senderType === 'center')
          ? 'Lo que se escribieron'
          : 'El centro recibió tu pregunta. La respuesta te llega por correo.'
      }
    >
      <div className="grid gap-6">
        <ul className="grid gap-3">
          {messages.map((message) => (
            <li key={message.id} className={classNames('flex flex-col', message.isOwn ? 'items-end' : 'items-start')}>
              <div
                className={classNames(
                  'max-w-[85%] rounded-card px-3.5 py-2',
                  message.isOwn ? 'bg-action-soft' : 'bg-sand',
                )}
              >
                <span className="sr-only">{`${message.isOwn ? 'Tú' : center.name}: `}</span>
                {message.isRemoved ? (
                  <p className="text-ink-soft italic">Mensaje retirado por el equipo</p>
                ) : (
                  <p className="wrap-anywhere whitespace-pre-wrap">{message.content}</p>
                )}
              </div>
              <time dateTime={message.createdAt} className="px-1 text-sm text-ink-soft tabular-nums">
                {`${formatDate(message.createdAt)}, ${formatTime(message.createdAt)}`}
              </time>
            </li>
          ))}
        </ul>
        {can.write ? (
          <AnswerForm token={token} />
        ) : (
          <p className="text-ink-soft">Este centro no recibe mensajes por ahora.</p>
        )}
        <p className="text-sm text-ink-soft">
          {`Este enlace sirve hasta el ${formatDate(expiresAt)}. `}
          <Link to="/register" className="link">
            Si creas una cuenta
          </Link>{' '}
          con la misma dirección, esta conversación pasa a tus Mensajes.
        </p>
        {messages.some(({ senderType }) => senderType === 'center') && (
          <p className="text-sm text-ink-soft">
            {'¿Te escribieron algo que no corresponde? '}
            <Link to="/contact" className="link">
              Cuéntanos
            </Link>
            {' antes de borrar la conversación.'}
          </p>
        )}
        <DeleteButton token={token} onDeleted={onDeleted} />
      </div>
    </AuthFrame>
  )
}

function AnswerForm({ token }: { token: string }) {
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
        label="Escribe otra vez"
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

function DeleteButton({ token, onDeleted }: { token: string; onDeleted: () => void }) {
  const { queries } = useApi()
  const remove = useMutation(queries.questions.delete.mutationOptions())
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button variant="quietDanger" className="justify-self-start" onClick={() => setAsking(true)}>
        Borrar la pregunta
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        onConfirm={async () => {
          await remove.mutateAsync({ token })
          onDeleted()
        }}
        title="¿Borrar la pregunta?"
        consequences={['Se borra lo que escribiste y lo que te respondieron, también para el centro.']}
        confirmLabel="Borrar la pregunta"
        danger
      />
    </>
  )
}

function Ended({ title, text }: { title: string; text: string }) {
  return (
    <Page className="py-12">
      <EmptyState
        heading="h1"
        title={title}
        action={
          <Link to="/centers" className={buttonClass({ variant: 'secondary' })}>
            Ver los centros
          </Link>
        }
      >
        {text}
      </EmptyState>
    </Page>
  )
}
