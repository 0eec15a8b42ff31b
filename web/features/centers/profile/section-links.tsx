import { useEffect, useState } from 'react'

import { classNames } from '#web/ui/class-names.ts'

export type ProfileSection = { id: string; title: string }

/** Links to the sections of the page, which stay in sight. The section in view is marked. */
export function SectionLinks({ sections }: { sections: readonly ProfileSection[] }) {
  const current = useSectionInView(sections)
  return (
    <nav
      aria-label="Secciones del perfil"
      className="sticky top-0 z-10 -mx-4 overflow-x-auto border-b border-line bg-ground px-4 sm:-mx-6 sm:px-6 lg:mx-0 lg:px-0"
    >
      <ul className="flex gap-x-5 whitespace-nowrap">
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              aria-current={current === id ? 'location' : undefined}
              className={classNames(
                'inline-flex min-h-12 items-center border-b-2 text-sm font-semibold',
                current === id ? 'border-clay text-action' : 'border-transparent text-ink-soft hover:text-ink',
              )}
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The last section whose heading has passed the upper third of the window; undefined above the first. */
function useSectionInView(sections: readonly ProfileSection[]): string | undefined {
  const [current, setCurrent] = useState<string>()
  const ids = sections.map(({ id }) => id).join(' ')
  useEffect(() => {
    const headings = ids.split(' ').flatMap((id) => document.getElementById(id) ?? [])
    const mark = () => {
      const passed = headings.filter((heading) => heading.getBoundingClientRect().top < innerHeight / 3)
      setCurrent(passed.at(-1)?.id)
    }
    // The observer reports each heading that crosses the line; nothing runs while the page scrolls otherwise.
    const observer = new IntersectionObserver(mark, { rootMargin: '0px 0px -66% 0px' })
    for (const heading of headings) observer.observe(heading)
    return () => observer.disconnect()
  }, [ids])
  return current
}
