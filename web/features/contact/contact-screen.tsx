import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { brand, builtInBrand } from '#contract/brand.ts'
import { office } from '#contract/claims.ts'
import { CenterMap } from '#web/features/centers/map/center-map.tsx'
import { SupportForm } from '#web/features/support/support-form.tsx'
import { telHref } from '#web/platform/formats.ts'
import { useSession } from '#web/platform/session.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Card } from '#web/ui/card.tsx'
import { lazySection, Part } from '#web/ui/lazy-section.ts'
import { Page } from '#web/ui/page.tsx'
import { SummaryList } from '#web/ui/summary-list.tsx'
import Clock from '~icons/lucide/clock'
import Mail from '~icons/lucide/mail'
import MapPin from '~icons/lucide/map-pin'
import Phone from '~icons/lucide/phone'

const centerHelp = lazySection(() => import('./center-help.tsx').then((m) => m.CenterHelp))

export function ContactScreen() {
  const session = useSession()
  return (
    <Page className="py-10 sm:py-14">
      <h1>Contacto</h1>
      <p className="mt-3 max-w-[33.5em] text-lg text-ink-soft">
        {brand.phone === null ? 'Escríbenos' : 'Escríbenos o llámanos'}: te responde una persona, en español y con
        tiempo.
      </p>
      <div className="mt-8 grid items-start gap-6 lg:grid-cols-[1.4fr_1fr]">
        <div className="grid gap-6 max-lg:contents">
          <Card as="section" padding="large" aria-labelledby="write" className="relative grid gap-5">
            <h2 id="write">Escríbenos</h2>
            <SupportForm
              from="contact"
              messageLabel="Mensaje"
              submitLabel="Enviar mensaje"
              hours={brand.supportHours}
            />
          </Card>
          {brand.address !== null && <Office address={brand.address} />}
        </div>
        <div className="grid gap-6">
          <ContactData />
          <AskYourCenter />
          <Emergency />
        </div>
      </div>
      {/* Its code loads only for accounts; the server renders without a session. */}
      {session.status === 'signedIn' && (
        <Suspense>
          <Part part={centerHelp} props={{}} />
        </Suspense>
      )}
    </Page>
  )
}

function ContactData() {
  return (
    <Card as="section" padding="large" aria-label="Datos de contacto">
      <SummaryList
        className="gap-5"
        items={[
          {
            label: 'Correo',
            icon: <Mail aria-hidden="true" />,
            value: (
              <a href={`mailto:${brand.email}`} className="link inline-block py-1 wrap-anywhere">
                {brand.email}
              </a>
            ),
          },
          ...(brand.phone === null
            ? []
            : [
                {
                  label: 'Teléfono',
                  icon: <Phone aria-hidden="true" />,
                  value: (
                    <a href={telHref(brand.phone)} className="link inline-block py-1">
                      {brand.phone}
                    </a>
                  ),
                },
              ]),
          {
            label: brand.phone === null ? 'Horario de soporte' : 'Horario de soporte, por teléfono y por correo',
            icon: <Clock aria-hidden="true" />,
            value: brand.supportHours,
          },
          ...(brand.address === null
            ? []
            : [{ label: 'Dirección', icon: <MapPin aria-hidden="true" />, value: brand.address }]),
        ]}
      />
      <p className="mt-6">
        <Link to="/faq" className={buttonClass({ variant: 'secondary' })}>
          Preguntas frecuentes
        </Link>
      </p>
    </Card>
  )
}

/** Sends questions about an appointment to its centre, which can answer them better than support. */
function AskYourCenter() {
  return (
    <Card as="section" padding="large" aria-labelledby="ask-center">
      <h2 id="ask-center">¿Es sobre una cita?</h2>
      <p className="mt-2 text-ink-soft">Escríbele a tu centro por el chat: conoce tu hora y te responde directo.</p>
      <p className="mt-5">
        <Link to="/chat" preload={false} className={buttonClass({ variant: 'secondary' })}>
          Ir a Mensajes
        </Link>
      </p>
    </Card>
  )
}

function Office({ address }: { address: string }) {
  return (
    <section aria-labelledby="office" className="grid gap-3 max-lg:order-last">
      <h2 id="office">Dónde estamos</h2>
      {address === builtInBrand.address && (
        <CenterMap
          center={{ name: brand.name, address, neighborhood: null, department: '', ...office }}
          className="h-72 w-full"
        />
      )}
      <p className="text-ink-soft">{address}</p>
    </section>
  )
}

function Emergency() {
  return (
    <section aria-labelledby="emergency" className="rounded-card bg-clay-soft p-5 sm:p-8">
      <h2 id="emergency">¿Es una emergencia?</h2>
      <p className="mt-2">No esperes nuestra respuesta. Llama ya a uno de estos números:</p>
      <ul className="mt-3 grid gap-1">
        {brand.emergency.map(({ name, number }) => (
          <li key={number}>
            <a
              href={telHref(number)}
              className="flex min-h-12 items-center justify-between gap-4 border-t border-line underline-offset-4 hover:underline"
            >
              {name}
              <span className="text-lg font-semibold whitespace-nowrap tabular-nums">{number}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
