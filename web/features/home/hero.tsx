import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'

import { brand } from '#contract/brand.ts'
import type { SpecialtyKey } from '#contract/specialty-keys.ts'
import { forVisitors } from '#web/features/shell/notice-space.ts'
import { useClaims } from '#web/platform/operator-words.ts'
import { useSession } from '#web/platform/session.ts'
import { Anchor } from '#web/ui/anchor.tsx'
import { lazySection, Part } from '#web/ui/lazy-section.ts'
import { Page } from '#web/ui/page.tsx'
import { PathHero } from '#web/ui/path-hero.tsx'

// Drawn with DiceBear's style «Notionists», which is in the public domain (CC0).
import curly from './faces/curly.webp'
import laughing from './faces/laughing.webp'
import smiling from './faces/smiling.webp'
import { HomeSearch } from './home-search.tsx'

const popularSpecialties: readonly { key: SpecialtyKey; label: string }[] = [
  { key: 'psicoterapia', label: 'Psicoterapia' },
  { key: 'fisioterapia', label: 'Fisioterapia' },
  { key: 'nutricion', label: 'Nutrición' },
  { key: 'masaje-terapeutico', label: 'Masajes' },
  { key: 'acupuntura', label: 'Acupuntura' },
]

const ownLinks = lazySection(() => import('./own-links.tsx').then((m) => m.OwnLinks))

const signUpLink = 'link inline-flex min-h-11 items-center'

/** Where each person stands: on a phone beside the path below the text, on a wide screen around its destination. */
const people = [
  { src: curly, place: 'left-[8%] bottom-[24%] size-16 lg:bottom-auto lg:top-6 lg:left-[7rem] lg:size-24' },
  { src: laughing, place: 'left-[38%] bottom-[8%] size-18 lg:bottom-auto lg:top-2 lg:left-[21rem] lg:size-32' },
  { src: smiling, place: 'left-[66%] bottom-[36%] size-16 lg:bottom-auto lg:top-40 lg:left-[13.5rem] lg:size-20' },
]

export function Hero() {
  return (
    <section className="relative isolate overflow-clip">
      {/* Scaled so that its stops are beside the text and behind the search at any width. */}
      <div className="absolute top-0 left-[calc(50%-74rem)] -z-10 w-[105rem] max-md:hidden lg:left-[calc(50%-62rem)]">
        <PathHero />
      </div>
      <Page className="pt-10 pb-4 sm:pt-14 md:pb-14 lg:pt-18">
        <h1 className="max-w-[12em] text-3xl">{brand.claim}</h1>
        <p className="mt-4 max-w-[32em] text-lg text-ink-soft">
          Busca por lo que te pasa, compara centros y profesionales de todo el país, y reserva una hora de verdad, sin
          llamar a nadie.
        </p>
        <div className="mt-8 lg:mt-10">
          <HomeSearch />
        </div>
        <ul
          aria-label="Lo que más se busca"
          className="mt-4 -ml-3 flex flex-wrap gap-x-1 gap-y-0.5 min-[17rem]:max-sm:grid min-[17rem]:max-sm:grid-cols-[repeat(3,auto)] max-sm:justify-start"
        >
          {popularSpecialties.map((service) => (
            <li key={service.key}>
              <Anchor
                href={`/centers?specialties=${service.key}&when=any`}
                className="inline-flex min-h-11 items-center rounded-control px-3 text-action underline decoration-1 underline-offset-4 hover:bg-action-soft hover:decoration-2"
              >
                {service.label}
              </Anchor>
            </li>
          ))}
        </ul>
        {/* Links, not buttons: the search is the first thing to do. */}
        <p className="mt-6 flex min-h-11 flex-wrap items-center gap-x-6 text-ink-soft">
          <SignUpOrOwn />
        </p>
      </Page>
      <div className="relative lg:pointer-events-none lg:absolute lg:top-14 lg:left-[calc(50%+6rem)] lg:-z-10 lg:h-72 lg:w-128">
        <PhonePath />
        {people.map(({ src, place }) => (
          <img
            key={src}
            src={src}
            alt=""
            width="128"
            height="128"
            className={`absolute rounded-full border-4 border-ground bg-sand md:max-lg:hidden ${place}`}
          />
        ))}
      </div>
    </section>
  )
}

/** A visitor registers; a signed-in user goes to their own pages instead. */
function SignUpOrOwn() {
  const session = useSession()
  const isConfirmed = useClaims()
  if (session.status === 'signedIn') {
    return (
      <Suspense>
        <Part part={ownLinks} props={{ className: signUpLink }} />
      </Suspense>
    )
  }
  return (
    <>
      {isConfirmed('freeRegistration') && <span className={forVisitors}>Es gratis: solo pagas la consulta.</span>}
      <Link to="/register" className={`${signUpLink} ${forVisitors}`}>
        Regístrate como paciente
      </Link>
      <Link to="/register-center" className={`${signUpLink} ${forVisitors}`}>
        Registra tu centro terapéutico
      </Link>
    </>
  )
}

/** The path below the text, for a phone, where the text takes the whole width. */
function PhonePath() {
  return (
    <svg viewBox="0 0 390 84" fill="none" aria-hidden="true" className="block h-auto w-full md:hidden">
      <path
        d="M-20 62c70 14 118-2 150-24s70-34 108-10 66 22 100-2"
        strokeWidth="14"
        strokeLinecap="round"
        className="stroke-path"
      />
      <circle cx="364" cy="18" r="9" className="fill-clay" />
    </svg>
  )
}
