import type { ReactNode } from 'react'

import { Page } from '#web/ui/page.tsx'

export function AuthFrame({ title, intro, children }: { title: string; intro?: ReactNode; children: ReactNode }) {
  return (
    <div className="relative isolate h-full overflow-clip">
      <FramePath />
      <Page width="form" className="py-8 sm:py-14">
        <div className="rounded-card border-line bg-panel sm:border sm:p-9 max-sm:bg-transparent">
          <h1>{title}</h1>
          {intro && <p className="mt-2 text-ink-soft">{intro}</p>}
          <div className="mt-6">{children}</div>
        </div>
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
