import { classNames } from '#web/ui/class-names.ts'
import Check from '~icons/lucide/check'

const stations = ['mail', 'send', 'answer'] as const

type Props = {
  centerName: string
  /** What happens next: the visitor opens the mail, or sends the question; or the centre answers. */
  next: (typeof stations)[number]
  /** Where the link goes, while it is not opened. */
  email?: string
}

/** Where a question is on its way to the centre and back, as stations along the path. */
export function QuestionPath({ centerName, next, email }: Props) {
  const current = stations.indexOf(next)
  const steps: { title: string; detail?: string | undefined }[] = [
    next === 'mail'
      ? { title: 'Abre el enlace que te llega por correo', detail: email }
      : { title: 'Abriste el enlace del correo' },
    {
      title: { mail: 'El centro recibe tu pregunta', send: 'Envía tu pregunta', answer: 'Enviaste tu pregunta' }[next],
    },
    { title: `${centerName} te responde por correo` },
  ]
  return (
    <ol className="grid">
      {steps.map(({ title, detail }, step) => {
        const isDone = step < current
        const isLast = step === steps.length - 1
        return (
          <li
            key={title}
            aria-current={step === current ? 'step' : undefined}
            className={classNames(
              'relative flex gap-3.5',
              !isLast &&
                'pb-4 before:absolute before:top-4 before:-bottom-4 before:left-3.5 before:w-1.5 before:-translate-x-1/2',
              !isLast && (isDone ? 'before:bg-action' : 'before:bg-path'),
            )}
          >
            <span
              aria-hidden="true"
              className={classNames(
                'relative flex size-7 shrink-0 items-center justify-center rounded-full',
                isDone ? 'bg-action text-on-action' : 'border-4 bg-panel',
                !isDone && (step === current ? 'border-clay' : 'border-path'),
              )}
            >
              {isDone && <Check className="size-4" />}
            </span>
            <span className="grid min-w-0 pt-0.5">
              <span className={classNames('wrap-anywhere', step === current ? 'font-semibold' : 'text-ink-soft')}>
                {isDone && <span className="sr-only">Hecho: </span>}
                {title}
              </span>
              {detail && <span className="text-sm wrap-anywhere text-ink-soft">{detail}</span>}
            </span>
          </li>
        )
      })}
    </ol>
  )
}
