import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import type { z } from 'zod'
import { soundsLikeEmergency } from '#contract/emergency-words.ts'
import type { question } from '#contract/questions.ts'
import { AuthFrame } from '#web/features/auth/auth-frame.tsx'
import { useApi } from '#web/platform/api.ts'
import { errorCode, errorMessage } from '#web/platform/error-message.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { Page } from '#web/ui/page.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { EmergencyNumbers } from '../emergency-numbers.tsx'
import { DeleteQuestion } from './delete-question.tsx'
import { isOwnQuestion } from './own-questions.ts'
import { QuestionConversation } from './question-conversation.tsx'
import { QuestionPath } from './question-path.tsx'

type Question = z.output<typeof question>
type OfLink = { token: string; question: Question }

/** The page behind the mailed link of a visitor's question: it sends the question, and then is its conversation. */
export function QuestionScreen({ token }: { token: string }) {
  const { queries } = useApi()
  // A visitor has no account, and so no live stream.
  const read = useQuery(queries.questions.read.queryOptions({ input: { token }, refetchInterval: 20_000 }))
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
  return <QuestionConversation token={token} question={data} onDeleted={() => setDeleted(true)} />
}

function Unsent({ token, question: { id, center, content, name }, onDeleted }: OfLink & { onDeleted: () => void }) {
  const { queries } = useApi()
  const send = useMutation(queries.questions.send.mutationOptions())
  const sendOwn = useEffectEvent(() => {
    if (id !== null && isOwnQuestion(id)) send.mutate({ token })
  })
  // Programs that scan mails open links, but have not written the question in this browser.
  useEffect(() => sendOwn(), [])
  return (
    <AuthFrame title={`Tu pregunta para ${center.name}`} intro="Léela y envíala: el centro la recibe recién entonces.">
      <div className="grid gap-6">
        {soundsLikeEmergency(content) && <EmergencyNumbers />}
        <FormError error={send.error ? errorMessage(send.error) : undefined} />
        <blockquote className="rounded-card rounded-bl-[0.25rem] bg-action-soft px-4 py-3.5">
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
        <QuestionPath centerName={center.name} next="send" />
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-line pt-4 text-sm text-ink-soft">
          <p>¿No la escribiste tú? El centro no la leyó.</p>
          <DeleteQuestion token={token} onDeleted={onDeleted} />
        </div>
      </div>
    </AuthFrame>
  )
}

function InAccount({ question: { center } }: { question: Question }) {
  return (
    <Page className="py-12">
      <EmptyState
        drawing="chat"
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

function Ended({ title, text }: { title: string; text: string }) {
  return (
    <Page className="py-12">
      <EmptyState
        drawing="inbox"
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
