import type { ReactNode } from 'react'

import { classNames } from '#web/ui/class-names.ts'
import { Page } from '#web/ui/page.tsx'

type AuthFrameProps = {
  title: string
  intro?: ReactNode
  /** Above the form on a phone, and beside it on a wide screen. */
  about?: ReactNode
  children: ReactNode
}

export function AuthFrame({ title, intro, about, children }: AuthFrameProps) {
  return (
    <div className="relative isolate h-full overflow-clip">
      <FramePath />
      <Page
        width={about === undefined ? 'form' : 'page'}
        className={classNames(
          'py-8 sm:py-14',
          about !== undefined && 'grid items-start gap-8 lg:grid-cols-2 lg:gap-12',
        )}
      >
        <div className="rounded-card border-line bg-panel sm:border sm:p-9 max-sm:bg-transparent">
          <h1>{title}</h1>
          {intro && <p className="mt-2 text-ink-soft">{intro}</p>}
          <div className="mt-6">{children}</div>
        </div>
        {about !== undefined && (
          // Behind the page's heading, because its own headings are below that one.
          <div className="order-first rounded-card border border-line bg-panel p-5 sm:p-9">{about}</div>
        )}
      </Page>
    </div>
  )
}

function FramePath() {
  return (
    <svg
      viewBox="0 0 1440 640"
      preserveAspectRatio="xMidYMid slice"
      fill="none"
      strokeLinecap="round"
      aria-hidden="true"
      className="absolute inset-0 -z-10 h-full w-full max-sm:hidden"
    >
      <path
        d="M-60 590c220 30 330-10 400-110s-40-190 90-250 300 20 420-20 110-130 260-150c50-6 90 2 116 14"
        strokeWidth="46"
        className="stroke-path"
      />
      <circle cx="1300" cy="96" r="18" className="fill-clay" />
    </svg>
  )
}
