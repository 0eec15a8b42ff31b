import { Link } from '@tanstack/react-router'

import { brand } from '#contract/brand.ts'
import { freeCancellation } from '#contract/cancellation-sentences.ts'
import { patientFigures } from '#contract/claims.ts'
import { useClaims } from '#web/platform/confirmed-claims.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Figures } from '#web/ui/figures.tsx'
import { Page } from '#web/ui/page.tsx'
import { PathHero } from '#web/ui/path-hero.tsx'
import { RotationDots } from '#web/ui/rotation-dots.tsx'
import { useRotation } from '#web/ui/use-rotation.ts'

import { useMe } from '../use-me.ts'

const slideMs = 4000
const slides = [
  {
    title: 'Busca con tus palabras',
    text: 'Un síntoma, un servicio o el nombre de un centro: todo sirve para empezar.',
  },
  { title: 'Compara con calma', text: 'Precio, distancia, verificación y opiniones de quienes ya fueron.' },
  { title: 'Reserva una hora libre', text: `La confirmas y es tuya. Cambiarla es ${freeCancellation()}.` },
  { title: 'Todo en tu dashboard', text: 'Tus próximas horas y tu historial, siempre a mano.' },
]
const labels = slides.map((slide, index) => `${index + 1} de ${slides.length}: ${slide.title}`)
const links = [
  { to: '/services', label: 'Ver los servicios' },
  { to: '/dashboard', label: 'Ir a mi dashboard' },
  { to: '/faq', label: 'Preguntas frecuentes' },
  { to: '/contact', label: 'Contacto' },
] as const

export function PatientWelcomeScreen() {
  const isConfirmed = useClaims()
  const { data: me } = useMe()
  const firstName = me?.fullName.split(' ')[0]
  return (
    <div className="relative isolate overflow-clip">
      <div className="absolute -top-14 left-[calc(50%-62rem)] -z-10 w-[105rem] max-lg:hidden">
        <PathHero />
      </div>
      <Page className="py-10 sm:py-16">
        <h1 className="max-w-[12em] text-3xl">
          {firstName ? `${firstName}, ya eres parte de ${brand.name}` : `Ya eres parte de ${brand.name}`}
        </h1>
        <RotatingSlides />
        <div className="mt-8 flex flex-wrap gap-3">
          <Link to="/centers" className={buttonClass({ size: 'large' })}>
            Buscar un centro
          </Link>
          {links.map((link) => (
            <Link key={link.to} to={link.to} className={buttonClass({ variant: 'secondary', size: 'large' })}>
              {link.label}
            </Link>
          ))}
        </div>
      </Page>
      <Figures figures={patientFigures.filter(({ name }) => isConfirmed(name))} />
    </div>
  )
}

function RotatingSlides() {
  const rotation = useRotation({ count: slides.length, everyMs: slideMs })
  return (
    <div {...rotation.holding} className="mt-6 max-w-xl">
      <ul className="grid">
        {slides.map((slide, index) => (
          // Every slide is in one cell, so that the tallest reserves the height and nothing below moves.
          <li
            key={slide.title}
            aria-hidden={index !== rotation.shown}
            className="col-start-1 row-start-1 transition-opacity aria-hidden:opacity-0"
          >
            <h2>{slide.title}</h2>
            <p className="mt-1 text-lg text-ink-soft">{slide.text}</p>
          </li>
        ))}
      </ul>
      <RotationDots rotation={rotation} labels={labels} noun="la presentación" className="mt-2 -ml-2.5" />
    </div>
  )
}
