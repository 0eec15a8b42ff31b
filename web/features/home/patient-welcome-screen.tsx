import { Link, useRouter } from '@tanstack/react-router'
import type { SubmitEvent } from 'react'

import { brand } from '#contract/brand.ts'
import { freeCancellation } from '#contract/cancellation-sentences.ts'
import { patientFigures } from '#contract/claims.ts'
import { useMe } from '#web/features/auth/use-me.ts'
import { NeedField } from '#web/features/centers/search/need-field.tsx'
import { useFigures } from '#web/platform/operator-figures.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Figures } from '#web/ui/figures.tsx'
import { Page } from '#web/ui/page.tsx'
import { RotationDots } from '#web/ui/rotation-dots.tsx'
import { useRotation } from '#web/ui/use-rotation.ts'

import Search from '~icons/lucide/search'
import { NeedDrawing, needs } from './needs.tsx'

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
  { to: '/centers', label: 'Buscar un centro' },
  { to: '/services', label: 'Ver los servicios' },
  { to: '/dashboard', label: 'Ir a mi dashboard' },
  { to: '/faq', label: 'Preguntas frecuentes' },
  { to: '/contact', label: 'Contacto' },
] as const

export function PatientWelcomeScreen() {
  const { data: me } = useMe()
  const firstName = me?.fullName.split(' ')[0]
  return (
    <div className="relative isolate overflow-clip">
      <Page className="grid gap-8 py-8 sm:py-12">
        <div className="grid gap-2">
          <h1 className="text-balance">
            {firstName ? `${firstName}, ya eres parte de ${brand.name}` : `Ya eres parte de ${brand.name}`}
          </h1>
          <p className="text-lg text-ink-soft">
            ¿Qué necesitas? Dilo con tus palabras, o empieza por uno de estos caminos.
          </p>
        </div>
        <NeedSearch />
        <Needs />
      </Page>
      <section aria-label={`Cómo es ${brand.name}`} className="border-t border-line bg-panel">
        <Page className="grid items-center gap-x-12 gap-y-5 py-7 lg:grid-cols-[1fr_auto]">
          <RotatingSlides />
          <div className="flex flex-wrap gap-2 lg:max-w-md lg:justify-end">
            {links.map((link) => (
              <Link key={link.to} to={link.to} className={buttonClass({ variant: 'secondary', size: 'small' })}>
                {link.label}
              </Link>
            ))}
          </div>
        </Page>
      </section>
      <Figures figures={useFigures(patientFigures)} />
    </div>
  )
}

/** The search of the results page, with the words alone: the place and the day are asked there. */
function NeedSearch() {
  const router = useRouter()

  function search(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const q = String(new FormData(event.currentTarget).get('q')).trim()
    router.history.push(q === '' ? '/centers' : `/centers?${new URLSearchParams({ q })}`)
  }

  return (
    <search>
      <form
        action="/centers"
        method="get"
        onSubmit={search}
        className="flex max-w-3xl gap-2 rounded-card border border-line bg-panel p-2 shadow-float"
      >
        <NeedField
          placeholder="Me duele la rodilla, no duermo…"
          className="grid min-w-0 grow"
          labelClassName="grid content-center rounded-control px-3 py-1.5 has-focus-visible:outline-3 has-focus-visible:outline-focus"
          controlClassName="min-h-8 w-full cursor-text appearance-none bg-transparent text-lg text-ellipsis text-ink outline-none placeholder:text-ink-soft"
        />
        <button type="submit" className={buttonClass({ size: 'large', className: 'self-center' })}>
          <Search aria-hidden="true" className="size-5" />
          <span className="max-sm:sr-only">Buscar</span>
        </button>
      </form>
    </search>
  )
}

function Needs() {
  return (
    <ul aria-label="Por dónde empezar" className="grid grid-cols-2 gap-3 cramped:grid-cols-1 sm:gap-4 md:grid-cols-3">
      {needs.map(({ label, help, q, drawing }) => (
        <li key={q} className="grid">
          <Link
            to="/centers"
            search={{ q }}
            className="grid content-start justify-items-start gap-2 rounded-card border border-line bg-panel p-3 transition-colors hover:border-action hover:bg-action-soft sm:flex sm:items-center sm:gap-4 sm:p-5"
          >
            <NeedDrawing>{drawing}</NeedDrawing>
            <span className="grid min-w-0 gap-0.5">
              <span className="leading-snug font-semibold">{label}</span>
              <span className="text-sm text-ink-soft">{help}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

function RotatingSlides() {
  const rotation = useRotation({ count: slides.length, everyMs: slideMs })
  return (
    <div {...rotation.holding} className="max-w-xl">
      <ul className="grid">
        {slides.map((slide, index) => (
          // Every slide is in one cell, so that the tallest reserves the height and nothing below moves.
          <li
            key={slide.title}
            aria-hidden={index !== rotation.shown}
            className="col-start-1 row-start-1 transition-opacity aria-hidden:opacity-0"
          >
            <h2 className="text-lg">{slide.title}</h2>
            <p className="mt-0.5 text-ink-soft">{slide.text}</p>
          </li>
        ))}
      </ul>
      <RotationDots rotation={rotation} labels={labels} noun="la presentación" className="mt-2 -ml-2.5" />
    </div>
  )
}
