import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

import { brand } from '#contract/brand.ts'
import { patientFigures } from '#contract/claims.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Page } from '#web/ui/page.tsx'
import { PathHero } from '#web/ui/path-hero.tsx'

import { useMe } from '../use-me.ts'

const slideMs = 4000
const slides = [
  {
    title: 'Busca con tus palabras',
    text: 'Un síntoma, un servicio o el nombre de un centro: todo sirve para empezar.',
  },
  { title: 'Compara con calma', text: 'Precio, distancia, verificación y opiniones de quienes ya fueron.' },
  { title: 'Reserva una hora libre', text: 'La confirmas y es tuya. Cambiarla es gratis hasta 24 horas antes.' },
  { title: 'Todo en tu dashboard', text: 'Tus próximas horas y tu historial, siempre a mano.' },
]
const links = [
  { to: '/services', label: 'Ver los servicios' },
  { to: '/dashboard', label: 'Ir a mi dashboard' },
  { to: '/faq', label: 'Preguntas frecuentes' },
  { to: '/contact', label: 'Contacto' },
] as const

export function PatientWelcomeScreen() {
  const { data: me } = useMe()
  const firstName = me?.fullName.split(' ')[0]
  const figures = patientFigures.filter((figure) => figure.shown)
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
      {figures.length > 0 && (
        <div className="border-t border-line bg-panel">
          <Page className="py-7">
            <dl className="flex flex-wrap gap-x-14 gap-y-6">
              {figures.map((figure) => (
                <div key={figure.text} className="flex flex-col-reverse">
                  <dt className="text-ink-soft">{figure.text}</dt>
                  <dd className="font-display text-2xl font-heading">{figure.value}</dd>
                </div>
              ))}
            </dl>
          </Page>
        </div>
      )}
    </div>
  )
}

/** Advances every four seconds; pauses under the pointer, with the focus, and with reduced motion. */
function RotatingSlides() {
  const [current, setCurrent] = useState(0)
  const [isPaused, setPaused] = useState(false)

  useEffect(() => {
    if (isPaused || matchMedia('(prefers-reduced-motion: reduce)').matches) return undefined
    const timer = setInterval(() => setCurrent((before) => (before + 1) % slides.length), slideMs)
    return () => clearInterval(timer)
  }, [isPaused])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the pointer only pauses the slides; the dots are the controls
    <div
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
      className="mt-6 max-w-xl"
    >
      <ul className="grid">
        {slides.map((slide, index) => (
          // Every slide is in one cell, so that the tallest reserves the height and nothing below moves.
          <li
            key={slide.title}
            aria-hidden={index !== current}
            className="col-start-1 row-start-1 transition-opacity aria-hidden:opacity-0"
          >
            <h2>{slide.title}</h2>
            <p className="mt-1 text-lg text-ink-soft">{slide.text}</p>
          </li>
        ))}
      </ul>
      <div className="mt-2 -ml-2.5 flex">
        {slides.map((slide, index) => (
          <button
            key={slide.title}
            type="button"
            aria-label={`${index + 1} de ${slides.length}: ${slide.title}`}
            aria-current={index === current ? 'true' : undefined}
            onClick={() => setCurrent(index)}
            className="group flex size-11 items-center justify-center rounded-full"
          >
            <span className="h-2.5 w-2.5 rounded-full bg-control transition-[width,background-color] group-aria-[current]:w-6 group-aria-[current]:bg-action" />
          </button>
        ))}
      </div>
    </div>
  )
}
