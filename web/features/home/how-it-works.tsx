import { freeCancellation } from '#contract/cancellation-sentences.ts'
import { useSession } from '#web/platform/session.ts'
import { Page } from '#web/ui/page.tsx'

const register = {
  title: 'Regístrate en menos de 2 minutos',
  text: 'Nombre, correo y teléfono. Sin tarjeta y sin costo.',
}
/** For those who have done it. */
const registered = {
  title: 'Ya tienes tu cuenta',
  text: 'Con ella confirmas una hora sin volver a escribir tus datos.',
}
const nextSteps = [
  { title: 'Busca y compara', text: 'Especialidad, distancia, precio y opiniones de quienes ya fueron.' },
  { title: 'Reserva tu hora', text: `Elige día y hora. Puedes cambiarla o cancelarla ${freeCancellation()}.` },
  { title: 'Recibe tu atención', text: 'Llevas la hora en tu calendario, y después puedes contar cómo te fue.' },
]

export function HowItWorks() {
  const { status } = useSession()
  const steps = [status === 'signedIn' ? registered : register, ...nextSteps]
  return (
    <section aria-labelledby="how-it-works" className="bg-sand">
      <Page className="py-14 lg:py-20">
        <h2 id="how-it-works" className="text-2xl">
          Cómo funciona
        </h2>
        <div className="relative mt-8 lg:mt-6">
          {/* A wave whose crests and troughs meet the left edges of the four columns. */}
          <svg
            viewBox="0 0 1200 120"
            preserveAspectRatio="none"
            fill="none"
            aria-hidden="true"
            className="absolute inset-x-0 top-0 hidden h-30 w-full lg:block"
          >
            <path
              d="M14 30C114 30 214 90 314 90S514 30 614 30s200 60 300 60"
              strokeWidth="10"
              strokeLinecap="round"
              vectorEffect="non-scaling-stroke"
              className="stroke-path"
            />
          </svg>
          <ol className="relative grid before:absolute before:inset-y-3 before:left-3 before:w-2 before:-translate-x-1/2 before:rounded-full before:bg-path lg:grid-cols-4 lg:before:hidden">
            {steps.map((step, index) => (
              <li
                key={step.title}
                className="relative pb-8 pl-12 last:pb-0 lg:pr-8 lg:pb-0 lg:pl-0 lg:odd:pt-18 lg:even:pt-33"
              >
                <span
                  aria-hidden="true"
                  className={`absolute top-1 left-0 size-6 rounded-full border-4 lg:top-[1.125rem] ${index % 2 === 1 ? 'lg:top-[4.875rem]' : ''} ${index === steps.length - 1 ? 'border-clay bg-clay' : 'border-action bg-panel'}`}
                />
                <h3>{step.title}</h3>
                <p className="mt-1 max-w-[22em] text-ink-soft">{step.text}</p>
              </li>
            ))}
          </ol>
        </div>
      </Page>
    </section>
  )
}
