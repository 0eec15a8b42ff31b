import { Link, Navigate, useNavigate } from '@tanstack/react-router'
import { Suspense, useRef, useState } from 'react'
import type { Me } from '#contract/accounts.ts'
import { atCenter } from '#contract/center-words.ts'
import { PrivatePage } from '#web/features/auth/private-page.tsx'
import { PaymentsList } from '#web/features/checkouts/payments-list.tsx'
import { useReturnedCheckout } from '#web/features/checkouts/use-returned-checkout.ts'
import { OwnRecords } from '#web/features/clinical-records/own-records.tsx'
import { RecordReaders } from '#web/features/clinical-records/record-readers.tsx'
import { MyPackages } from '#web/features/packages/my-packages.tsx'
import { DebtsCard } from '#web/features/tills/debts-card.tsx'
import { formatLongMoment } from '#web/platform/formats.ts'
import { momentsOfYear } from '#web/platform/own-time.ts'
import { RowOwnTime, ZoneNote } from '#web/platform/zone-note.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { opensDialog } from '#web/ui/dialog.tsx'
import { focusAfterRender } from '#web/ui/focus-after-render.ts'
import { lazyPart } from '#web/ui/lazy-section.ts'
import { Page } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { toast } from '#web/ui/toast.ts'
import { namedCenter } from '../appointment-facts.ts'
import { HoldCountdown } from '../hold-countdown.tsx'
import { useHold } from '../use-hold.ts'
import { useActionDialog } from './appointment-action.ts'
import { AppointmentDialogs } from './appointment-dialogs.tsx'
import { AwaitedDeposit } from './awaited-deposit.tsx'
import { BookDialog } from './book/book-dialog.tsx'
import { DashboardLoading } from './dashboard-loading.tsx'
import { type DashboardSearch, type DashboardTab, parseDashboardSearch } from './dashboard-search.ts'
import { Figures } from './figures.tsx'
import { ForeignAppointment } from './foreign-appointment.tsx'
import { HistoryTab } from './history-tab.tsx'
import { Reminders } from './reminders.tsx'
import { Therapies } from './therapies.tsx'
import { UpcomingTab } from './upcoming-tab.tsx'
import { linkTo, useLinkedAppointment } from './use-linked-appointment.ts'

const ProfileTab = lazyPart(() =>
  import('#web/features/accounts/profile/profile-tab.tsx').then((module) => module.ProfileTab),
)

const tabs = [
  { id: 'upcoming', label: 'Próximas', href: '/dashboard' },
  { id: 'history', label: 'Historial', href: '/dashboard?tab=history' },
  { id: 'profile', label: 'Perfil', href: '/dashboard?tab=profile' },
] as const satisfies { id: DashboardTab; label: string; href: string }[]

/** The screen is for patients; the account of a centre is redirected to its own dashboard. */
export function DashboardScreen({ search }: { search: DashboardSearch }) {
  return (
    <PrivatePage title="Mi Dashboard" loading={<DashboardLoading />} failed="No se pudo cargar tu dashboard">
      {(me) =>
        me.userType === 'center' && search.appointment ? (
          <Page className="grid gap-6 pt-8 pb-16">
            <h1>Mi Dashboard</h1>
            <ForeignAppointment email={me.email} href={linkTo(search)} />
          </Page>
        ) : me.userType === 'center' ? (
          <>
            <Navigate to="/center/dashboard" replace />
            <DashboardLoading />
          </>
        ) : (
          <PatientDashboard search={search} me={me} />
        )
      }
    </PrivatePage>
  )
}

function PatientDashboard({ search, me }: { search: DashboardSearch; me: Me }) {
  const tab: DashboardTab = search.tab ?? 'upcoming'
  const navigate = useNavigate({ from: '/dashboard' })
  const dialog = useActionDialog()
  const [missingLink, setMissingLink] = useState<string>()
  useLinkedAppointment({ search, show: dialog.show, onMissing: setMissingLink })
  useReturnedCheckout(parseDashboardSearch(search))
  const panel = useRef<HTMLDivElement>(null)
  const [isBooking, setBooking] = useState(false)
  const [isProfileMounted, setProfileMounted] = useState(tab === 'profile')
  if (tab === 'profile' && !isProfileMounted) setProfileMounted(true)
  const firstName = me.fullName.split(' ')[0]

  return (
    <Page className="grid gap-4 pt-5 pb-16 sm:gap-6 sm:pt-8">
      <div className="max-sm:flex max-sm:flex-wrap max-sm:items-baseline max-sm:justify-between max-sm:gap-x-4">
        <h1>Mi Dashboard</h1>
        {firstName && <p className="text-ink-soft sm:mt-1">{`Hola, ${firstName}.`}</p>}
      </div>
      {missingLink && (
        <ForeignAppointment email={me.email} href={missingLink} onDismiss={() => setMissingLink(undefined)} />
      )}
      <ZoneNote instants={momentsOfYear()} className="-mt-5">
        <HeldTime />
        <AwaitedDeposit onAction={dialog.show} />
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-10 gap-y-8 lg:grid-cols-[1fr_17rem]">
          <Tabs
            label="Tu dashboard"
            tabs={tabs}
            value={tab}
            onChange={(id) =>
              void navigate({
                search: { tab: id === 'history' || id === 'profile' ? id : undefined },
                resetScroll: false,
              })
            }
            className="min-w-0"
          >
            <div ref={panel} tabIndex={-1}>
              {tab === 'upcoming' && (
                <div className="grid gap-10">
                  <UpcomingTab onAction={dialog.show} />
                  <MyPackages areUsable />
                  <Therapies />
                </div>
              )}
              {tab === 'history' && (
                <div className="grid gap-10">
                  <HistoryTab onAction={dialog.show} />
                  <OwnRecords />
                  <RecordReaders />
                  <MyPackages />
                  <PaymentsList />
                </div>
              )}
              {isProfileMounted && (
                // Stays mounted while another tab is open, so that nothing typed is lost.
                <div hidden={tab !== 'profile'}>
                  <Suspense fallback={<Skeleton className="h-96" />}>
                    <ProfileTab />
                  </Suspense>
                </div>
              )}
            </div>
          </Tabs>
          <aside aria-label="Resumen" className="grid gap-6">
            <DebtsCard />
            <Reminders besideList={tab === 'upcoming'} />
            <div className="grid gap-3 rounded-card bg-sand p-5">
              <h2 className="text-lg">Reservar una cita</h2>
              <p className="text-ink-soft">Elige un servicio y toma la primera hora libre, o busca un centro.</p>
              <Button className="sm:max-lg:justify-self-start" {...opensDialog} onClick={() => setBooking(true)}>
                Reservar aquí
              </Button>
              <Link
                to="/centers"
                className={buttonClass({ variant: 'secondary', className: 'sm:max-lg:justify-self-start' })}
              >
                Buscar un centro
              </Link>
              <Link to="/favorites" className="link inline-flex min-h-11 items-center justify-self-start">
                Ver tus guardados
              </Link>
            </div>
          </aside>
          <Figures />
        </div>
        <BookDialog open={isBooking} onClose={() => setBooking(false)} />
        <AppointmentDialogs dialog={dialog} onChanged={() => focusAfterRender(panel)} />
      </ZoneNote>
    </Page>
  )
}

/** An unconfirmed booking. It expires, so it is shown above everything else. */
function HeldTime() {
  const { appointment: hold, clear, release } = useHold()
  // AwaitedDeposit shows a confirmed time, which is held longer.
  if (!hold?.holdExpiresAt || hold.deposit?.isDue) return null
  return (
    <section aria-label="Tu hora guardada">
      <Banner
        tone="amber"
        title={`Tienes una hora guardada ${atCenter(namedCenter(hold))}`}
        action={
          <div className="flex flex-wrap gap-2">
            <Link to="/book/$centerId" params={{ centerId: hold.center.id }} className={buttonClass()}>
              Terminar la reserva
            </Link>
            <Button variant="quiet" onClick={release}>
              Soltar la hora
            </Button>
          </div>
        }
      >
        <p>
          {hold.service.name}
          {', '}
          {formatLongMoment(hold.startsAt)}
          <RowOwnTime instant={hold.startsAt} />
          {', con '}
          {hold.professional.name}. Todavía no está confirmada.
        </p>
        <HoldCountdown
          expiresAt={hold.holdExpiresAt}
          onExpire={() => {
            clear()
            toast({
              title: 'La hora guardada venció',
              description: 'Quedó libre; puedes elegirla de nuevo si sigue ahí.',
            })
          }}
        />
      </Banner>
    </section>
  )
}
