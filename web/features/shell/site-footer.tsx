import { Link } from '@tanstack/react-router'
import { brand } from '#contract/brand.ts'
import { dashboardPath } from '#web/features/auth/dashboard-path.ts'
import { useMe } from '#web/features/auth/use-me.ts'
import { useSignOut } from '#web/features/auth/use-sign-out.ts'
import { telHref } from '#web/platform/formats.ts'
import { localToday } from '#web/platform/local-days.ts'
import { useSession } from '#web/platform/session.ts'
import { Anchor } from '#web/ui/anchor.tsx'
import { Logo } from '#web/ui/logo.tsx'
import Clock from '~icons/lucide/clock'
import Mail from '~icons/lucide/mail'
import MapPin from '~icons/lucide/map-pin'
import Phone from '~icons/lucide/phone'

import { footerGroups } from './navigation.ts'
import { forVisitors } from './notice-space.ts'

const link = 'inline-flex min-h-11 items-center rounded-control underline-offset-4 hover:text-action hover:underline'
const contact = 'flex min-h-11 items-center gap-2.5 [&_svg]:size-4.5 [&_svg]:shrink-0 [&_svg]:text-action'

export function SiteFooter() {
  return (
    <footer className="mt-auto bg-sand">
      <FooterPath />
      <div className="mx-auto grid w-full max-w-page grid-cols-2 gap-x-6 gap-y-2 px-4 pt-3 pb-2 sm:grid-cols-3 sm:gap-x-10 sm:gap-y-8 sm:px-6 sm:pt-8 sm:pb-6 lg:grid-cols-[1.5fr_1fr_1fr_1fr] lg:px-8">
        <div className="col-span-full lg:col-span-1">
          <Logo name={brand.name} className="-ml-1" />
          <address className="flex flex-wrap gap-x-6 not-italic sm:mt-3 lg:block">
            {brand.phone !== null && (
              <a href={telHref(brand.phone)} className={`${contact} hover:text-action`}>
                <Phone aria-hidden="true" />
                {brand.phone}
              </a>
            )}
            <a href={`mailto:${brand.email}`} className={`${contact} hover:text-action`}>
              <Mail aria-hidden="true" />
              {brand.email}
            </a>
            {/* On a phone, the contact page has these two. */}
            {brand.address !== null && (
              <p className={`${contact} max-sm:hidden`}>
                <MapPin aria-hidden="true" />
                {brand.address}
              </p>
            )}
            <p className={`${contact} max-sm:hidden`}>
              <Clock aria-hidden="true" />
              {brand.supportHours}
            </p>
          </address>
        </div>
        {/* Two columns on a phone: the two short lists beside the long one. */}
        <div className="grid content-start gap-y-1 sm:contents">
          <Destinations group={footerGroups.find} />
          <nav aria-label="Tu cuenta">
            <p className="font-semibold sm:mb-1">Tu cuenta</p>
            <AccountLinks />
          </nav>
        </div>
        <Destinations group={footerGroups.help} />
      </div>
      <div className="mx-auto w-full max-w-page px-4 sm:px-6 lg:px-8">
        <p className="border-t border-line py-3 text-sm sm:py-5 text-ink-soft" suppressHydrationWarning>
          {`© ${currentYear()} ${brand.legalName}. Todos los derechos reservados.`}
        </p>
      </div>
    </footer>
  )
}

function Destinations({ group }: { group: (typeof footerGroups)[keyof typeof footerGroups] }) {
  return (
    <nav aria-label={group.title}>
      <p className="font-semibold sm:mb-1">{group.title}</p>
      <ul>
        {group.links.map((item) => (
          <li key={item.to}>
            <Link to={item.to} className={link}>
              {item.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The server's HTML and every visitor have the link to sign in; a session has the links to its own pages and the sign-out. */
function AccountLinks() {
  const session = useSession()
  const { data: me } = useMe()
  const signOut = useSignOut()
  if (session.status !== 'signedIn') {
    return (
      <ul className={forVisitors}>
        <li>
          <Link to="/login" className={link}>
            Iniciar Sesión
          </Link>
        </li>
        <li>
          <Link to="/register" className={link}>
            Regístrate
          </Link>
        </li>
      </ul>
    )
  }
  return (
    <ul>
      <li>
        <Link to="/account" className={link}>
          Mi Cuenta
        </Link>
      </li>
      <li>
        <Anchor href={dashboardPath(me)} className={link}>
          Dashboard
        </Anchor>
      </li>
      <li>
        <button type="button" onClick={() => void signOut()} className={link}>
          Cerrar Sesión
        </button>
      </li>
    </ul>
  )
}

function currentYear(): string {
  return localToday().slice(0, 4)
}

/** The path ends at the end of the page. */
function FooterPath() {
  return (
    <svg
      viewBox="0 0 1440 72"
      preserveAspectRatio="none"
      fill="none"
      aria-hidden="true"
      className="block h-7 w-full bg-ground sm:h-14"
    >
      <path d="M0 72V46c150-40 300-40 480-14s330 34 500 8 320-34 460-10v42z" className="fill-sand" />
      <path
        d="M0 46c150-40 300-40 480-14s330 34 500 8 320-34 460-10"
        strokeWidth="4"
        vectorEffect="non-scaling-stroke"
        className="stroke-path"
      />
    </svg>
  )
}
