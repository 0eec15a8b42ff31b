import { type KeyboardEvent, useEffect, useRef, useState } from 'react'

import { Avatar } from '#web/ui/avatar.tsx'
import { Page } from '#web/ui/page.tsx'
import { StarRating } from '#web/ui/star-rating.tsx'

type Testimonial = { name: string; role: string; image: string | null; content: string; rating: number }

/** Static marketing texts: another operator replaces them. */
const testimonials: readonly Testimonial[] = [
  {
    name: 'Lucía Ferreira',
    role: 'Paciente de fisioterapia, Pocitos',
    image: null,
    content:
      'Me lesioné la rodilla un viernes y el lunes ya tenía hora a seis cuadras de casa. No tuve que llamar a ningún lado.',
    rating: 5,
  },
  {
    name: 'Martín Olivera',
    role: 'Paciente de psicoterapia, Cordón',
    image: null,
    content:
      'Me costaba dar el primer paso. Poder leer con calma quién era cada profesional y elegir la hora solo me ayudó mucho.',
    rating: 5,
  },
  {
    name: 'Ana Clara Techera',
    role: 'Mamá de un paciente de logopedia, Salto',
    image: null,
    content:
      'Encontramos una fonoaudióloga que atiende en línea. Cambiar la hora cuando mi hijo se enferma lleva un minuto.',
    rating: 4,
  },
]

/** A row that scrolls and snaps without JavaScript; the dots show the position and move to it. */
export function TestimonialCarousel() {
  const row = useRef<HTMLUListElement>(null)
  const [shown, setShown] = useState(0)

  useEffect(() => {
    if (!row.current) return undefined
    const slides = [...row.current.children]
    const watch = new IntersectionObserver(
      (entries) => {
        for (const entry of entries) if (entry.isIntersecting) setShown(slides.indexOf(entry.target))
      },
      { root: row.current, threshold: 0.6 },
    )
    for (const slide of slides) watch.observe(slide)
    return () => watch.disconnect()
  }, [])

  function show(index: number) {
    const list = row.current
    list?.scrollTo({ left: index * list.clientWidth })
    setShown(index)
  }

  function move(event: KeyboardEvent<HTMLElement>) {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    const next = (shown + step + testimonials.length) % testimonials.length
    show(next)
    event.currentTarget.parentElement?.querySelectorAll('button')[next]?.focus()
  }

  return (
    <Page width="text" className="py-14 lg:py-20">
      <section aria-label="Testimonios" aria-roledescription="carrusel">
        <h2 className="text-center">Lo que cuentan quienes ya lo usan</h2>
        <ul
          ref={row}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
          tabIndex={0}
          aria-label="Testimonios"
          className="scrollbar-none relative mt-6 flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain rounded-card scroll-smooth"
        >
          {testimonials.map((item) => (
            <Slide key={item.name} {...item} />
          ))}
        </ul>
        <div className="mt-4 flex justify-center">
          {testimonials.map((item, index) => (
            <button
              key={item.name}
              type="button"
              aria-label={`Testimonio ${index + 1} de ${testimonials.length}`}
              aria-current={index === shown ? 'true' : undefined}
              onClick={() => show(index)}
              onKeyDown={move}
              className="group flex size-11 items-center justify-center rounded-full"
            >
              <span className="h-2.5 w-2.5 rounded-full bg-control transition-[width,background-color] group-aria-[current]:w-6 group-aria-[current]:bg-action" />
            </button>
          ))}
        </div>
      </section>
    </Page>
  )
}

function Slide({ name, role, image, content, rating }: Testimonial) {
  return (
    <li className="grid w-full shrink-0 snap-center content-start justify-items-center px-2 text-center">
      <StarRating value={rating} />
      <span className="sr-only">{`${rating} de 5`}</span>
      <blockquote className="mt-4 max-w-[22em] font-display text-xl font-heading text-balance">
        <p>«{content}»</p>
      </blockquote>
      <p className="mt-5 flex items-center gap-3 text-left">
        <Avatar name={name} src={image} />
        <span className="grid">
          <span className="font-semibold">{name}</span>
          <span className="text-sm text-ink-soft">{role}</span>
        </span>
      </p>
    </li>
  )
}
