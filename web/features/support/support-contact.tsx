import { Suspense } from 'react'
import { brand, builtInBrand } from '#contract/brand.ts'
import { telHref } from '#web/platform/formats.ts'
import { lazySection, Part } from '#web/ui/lazy-section.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { SummaryList } from '#web/ui/summary-list.tsx'
import Clock from '~icons/lucide/clock'
import Mail from '~icons/lucide/mail'
import Phone from '~icons/lucide/phone'

/** The form is loaded on demand: its validation is the largest part of the panel. */
const form = lazySection(() => import('./support-form.tsx').then((m) => m.SupportForm))

/** `draft`: what the visitor wrote in the chat. */
export function SupportContact({ draft }: { draft: string }) {
  return (
    <div className="grid gap-6 pb-4">
      <SummaryList
        items={[
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
            label: 'Correo',
            icon: <Mail aria-hidden="true" />,
            value: (
              <a href={`mailto:${brand.email}`} className="link inline-block py-1 wrap-anywhere">
                {brand.email}
              </a>
            ),
          },
          {
            // The operator's own words may say otherwise of holidays.
            label: brand.widgetHours === builtInBrand.widgetHours ? 'Horario, salvo feriados' : 'Horario',
            icon: <Clock aria-hidden="true" />,
            // Two hours that are both true: each says of what.
            value: (
              <>
                {`En línea: ${brand.widgetHours.toLocaleLowerCase('es')}`}
                {brand.phone !== null && (
                  <>
                    <br />
                    {`Por teléfono: ${brand.supportHours.toLocaleLowerCase('es')}`}
                  </>
                )}
              </>
            ),
          },
        ]}
      />
      <div className="relative">
        <Suspense fallback={<Skeleton className="h-80" />}>
          <Part
            part={form}
            props={{
              from: 'widget' as const,
              messageLabel: 'Tu consulta',
              submitLabel: 'Enviar consulta',
              hours: brand.widgetHours,
              draft,
            }}
          />
        </Suspense>
      </div>
    </div>
  )
}
