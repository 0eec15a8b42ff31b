import { Link } from '@tanstack/react-router'

import { brand } from '#contract/brand.ts'
import { Logo } from '#web/ui/logo.tsx'

import { AccountCorner } from './account-corner.tsx'
import { mainDestinations } from './navigation.ts'
import { PhoneMenu } from './phone-menu.tsx'

export function SiteHeader() {
  return (
    <header className="relative z-30 border-b border-line bg-ground">
      <div className="mx-auto flex min-h-17 w-full max-w-page items-center gap-2 px-4 sm:px-6 lg:px-8">
        <Link
          to="/"
          aria-label={`${brand.name}, ir al inicio`}
          className="-ml-1 inline-flex min-h-11 items-center rounded-control pr-1"
        >
          <Logo name={brand.name} />
        </Link>
        <nav aria-label="Principal" className="ml-6 hidden md:block">
          <ul className="flex items-center gap-1">
            {mainDestinations.map((item) => (
              <li key={item.to}>
                <Link
                  to={item.to}
                  activeProps={{ className: 'text-action underline decoration-clay decoration-3 underline-offset-10' }}
                  className="inline-flex min-h-11 items-center rounded-control px-3.5 font-medium hover:text-action"
                >
                  {item.label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className="ml-auto flex items-center gap-1 sm:gap-2">
          <AccountCorner />
          <PhoneMenu />
        </div>
      </div>
    </header>
  )
}
