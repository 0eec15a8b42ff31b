import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef } from 'react'
import type { Testimonial } from '#contract/operator.ts'
import { useApi } from '#web/platform/api.ts'
import { prefersReducedMotion } from '#web/platform/reduced-motion.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Page } from '#web/ui/page.tsx'
import { RotationDots } from '#web/ui/rotation-dots.tsx'
import { StarRating } from '#web/ui/star-rating.tsx'
import { useRotation } from '#web/ui/use-rotation.ts'

/** This is long enough to read the longest text without haste. */
const slideMs = 8000

/** What people told the operator; nothing when none is entered. */
export function Testimonials() {
  const { queries } = useApi()
  const { data } = useQuery(queries.operator.testimonials.queryOptions())
  return data && data.items.length > 0 ? <TestimonialCarousel testimonials={data.items} /> : null
}

/** A row that scrolls and snaps without JavaScript; with it, the row advances on its own until the visitor takes over. */
function TestimonialCarousel({ testimonials }: { testimonials: readonly Testimonial[] }) {
  const labels = testimonials.map((_, index) => `Testimonio ${index + 1} de ${testimonials.length}`)
  const rotation = useRotation({ count: testimonials.length, everyMs: slideMs })
  const { shown, show } = rotation
  const row = useRef<HTMLUListElement>(null)
  useScrollTo(row, shown)

  // A swipe chooses a slide, as a press on its dot does.
  function settle() {
    const list = row.current
    const index = list ? Math.round(list.scrollLeft / list.clientWidth) : shown
    if (index !== shown) show(index)
  }

  return (
    <Page width="text" className="py-14 lg:py-20">
      <section aria-label="Testimonios" aria-roledescription="carrusel" {...rotation.holding}>
        <h2 className="text-center">Lo que cuentan quienes ya lo usan</h2>
        <ul
          ref={row}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
          tabIndex={0}
          aria-label="Testimonios"
          onScrollEnd={settle}
          className="scrollbar-none relative mt-6 flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain rounded-card"
        >
          {testimonials.map((item) => (
            <Slide key={`${item.name} ${item.content}`} {...item} />
          ))}
        </ul>
        <RotationDots rotation={rotation} labels={labels} noun="los testimonios" className="mt-4 justify-center" />
      </section>
    </Page>
  )
}

/** Scrolls the row, not the page, to the slide, which fades in where motion is wanted. */
function useScrollTo(row: RefObject<HTMLUListElement | null>, shown: number): void {
  useEffect(() => {
    const list = row.current
    const left = shown * (list?.clientWidth ?? 0)
    if (!list || Math.abs(list.scrollLeft - left) < 2) return
    list.scrollTo({ left })
    if (prefersReducedMotion()) return
    list.children[shown]?.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 160 })
  }, [row, shown])
}

function Slide({ name, role, face, content, rating }: Testimonial) {
  return (
    <li className="grid w-full shrink-0 snap-center content-start justify-items-center px-2 text-center">
      <StarRating value={rating} />
      <span className="sr-only">{`${rating} de 5`}</span>
      <blockquote className="mt-4 max-w-[22em] font-display text-xl font-heading text-balance">
        <p>«{content}»</p>
      </blockquote>
      <p className="mt-5 flex items-center gap-3 text-left">
        {/* The faces are drawn with DiceBear's style «Notionists», which is in the public domain (CC0). */}
        <Avatar name={name} src={face && `/faces/${face}.webp`} size="large" />
        <span className="grid">
          <span className="font-semibold">{name}</span>
          <span className="text-sm text-ink-soft">{role}</span>
        </span>
      </p>
    </li>
  )
}
