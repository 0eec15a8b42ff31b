import type { ReactNode } from 'react'

import type { SocialProvider } from '#contract/accounts.ts'

/** Each provider's mark in its own colours, which its rules forbid to change. Apple's mark has the colour of the text. */
export function SocialMark({ provider }: { provider: SocialProvider }) {
  return (
    <svg viewBox="0 0 48 48" aria-hidden="true" className="size-5 shrink-0">
      {marks[provider]}
    </svg>
  )
}

const marks: Record<SocialProvider, ReactNode> = {
  google: (
    <>
      <path fill="#EA4335" d="M2.8 14.1A23.4 23.4 0 0 1 40.5 7.5L34 14A14.1 14.1 0 0 0 11.2 18Z" />
      <path fill="#FBBC05" d="M2.8 33.9A23.4 23.4 0 0 1 2.8 14.1L11.2 18A14.1 14.1 0 0 0 11.2 30Z" />
      <path fill="#34A853" d="M38.4 42.4A23.4 23.4 0 0 1 2.8 33.9L11.2 30A14.1 14.1 0 0 0 32.7 35.1Z" />
      <path fill="#4285F4" d="M47 19.6A23.4 23.4 0 0 1 38.4 42.4L32.7 35.1A14.1 14.1 0 0 0 37.3 28.8H24V19.6Z" />
    </>
  ),
  facebook: (
    <>
      <circle cx="24" cy="24" r="24" fill="#0866FF" />
      <path
        fill="#fff"
        d="M20 48V31.4H15V24.4H20V20.2C20 13.2 23.4 9.8 29.6 9.8C31 9.8 32.8 10 33.8 10.3V16.4C33.2 16.3 32.2 16.3 31.2 16.3C28.2 16.3 27.2 17.6 27.2 20.4V24.4H33.4L32.2 31.4H27.2V48Z"
      />
    </>
  ),
  apple: (
    <path
      fill="currentColor"
      d="M24.4 13.8C22.4 13.8 19.6 11.7 16.4 11.7C12.2 11.8 8.5 14.1 6.4 17.8C2.2 25.1 5.3 36 9.4 42C11.5 45 13.8 48.1 17 48C20 47.9 21.2 46.1 24.8 46.1C28.4 46.1 29.5 48 32.7 47.9C36 47.9 38 45 40 42C42.4 38.6 43.3 35.3 43.4 35.1C43.3 35.1 37 32.7 36.9 25.4C36.9 19.3 41.9 16.4 42.1 16.3C39.3 12.1 34.9 11.7 33.3 11.6C29.3 11.3 26.2 13.8 24.4 13.8ZM31.1 7.7C32.8 5.6 33.9 2.8 33.6 0C31.2 .1 28.3 1.6 26.5 3.6C25 5.4 23.6 8.3 24 11C26.7 11.2 29.4 9.7 31.1 7.7Z"
    />
  ),
}
