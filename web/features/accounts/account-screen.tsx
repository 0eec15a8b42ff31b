import { Link } from '@tanstack/react-router'
import { Suspense, useEffect, useRef, useState } from 'react'
import type { Me } from '#contract/accounts.ts'
import { AccountAvatar } from '#web/features/accounts/account-avatar.tsx'
import { PrivatePage } from '#web/features/auth/private-page.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Part } from '#web/ui/lazy-section.ts'
import { Page } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import ChevronLeft from '~icons/lucide/chevron-left'

import { accountContents } from './account-contents.ts'
import { AccountLoading } from './account-loading.tsx'
import { AccountNav, linkId } from './account-nav.tsx'
import type { AccountSectionId } from './account-search.ts'
import { accountSections } from './account-sections.ts'
import { ProfileSection } from './profile/profile-section.tsx'

export function AccountScreen({ section }: { section: AccountSectionId | undefined }) {
  return (
    <PrivatePage title="Mi Cuenta" loading={<AccountLoading />} failed="No se pudo cargar tu cuenta">
      {(me) => <Account me={me} section={section} />}
    </PrivatePage>
  )
}

function Account({ me, section }: { me: Me; section: AccountSectionId | undefined }) {
  const open = section ?? 'perfil'
  const heading = useRef<HTMLHeadingElement>(null)
  const previousSection = useRef(section)
  const [isProfileMounted, setProfileMounted] = useState(open === 'perfil')
  if (open === 'perfil' && !isProfileMounted) setProfileMounted(true)

  // The focus moves to the section; back on the phone's list, to the row of the section that was open.
  useEffect(() => {
    const leftSection = previousSection.current
    previousSection.current = section
    if (leftSection === section) return
    if (section) heading.current?.focus({ preventScroll: true })
    else if (leftSection) document.getElementById(linkId(leftSection))?.focus()
  }, [section])

  return (
    <Page className={classNames('grid gap-6 pb-16 sm:pt-8', section ? 'pt-2' : 'pt-6')}>
      <header className={classNames('flex items-center gap-4', section && 'max-md:sr-only')}>
        <AccountAvatar name={me.fullName} avatarUrl={me.avatarUrl} size="large" />
        <div className="min-w-0">
          <h1>Mi Cuenta</h1>
          <p className="wrap-anywhere text-ink-soft">{me.fullName || me.email}</p>
        </div>
      </header>
      <div className="grid items-start gap-x-10 gap-y-6 md:grid-cols-[13rem_minmax(0,1fr)]">
        <AccountNav open={section} />
        <section aria-labelledby="account-section" className={classNames('grid gap-5', !section && 'max-md:hidden')}>
          <div className="grid justify-items-start gap-1">
            <Link
              to="/account"
              activeOptions={{ exact: true }}
              className="-ml-1 inline-flex min-h-11 items-center gap-1 pr-2 text-action md:hidden"
            >
              <ChevronLeft aria-hidden="true" className="size-5" />
              Mi Cuenta
            </Link>
            <h2 ref={heading} id="account-section" tabIndex={-1} className="max-md:text-2xl">
              {accountSections[open]}
            </h2>
          </div>
          {isProfileMounted && (
            // Stays mounted while another section is open, so that typed text is not lost.
            <div hidden={open !== 'perfil'}>
              <ProfileSection me={me} />
            </div>
          )}
          {open !== 'perfil' && (
            <Suspense fallback={<SectionSkeleton />}>
              <Part key={open} part={accountContents[open]} props={{ me }} />
            </Suspense>
          )}
        </section>
      </div>
    </Page>
  )
}

function SectionSkeleton() {
  return (
    <div aria-hidden="true" className="grid max-w-form gap-4">
      <Skeleton className="h-40" />
      <Skeleton className="h-64" />
    </div>
  )
}
