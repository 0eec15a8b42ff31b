import type { MedicalTherapy, Service, Thing } from 'schema-dts'

import { brand } from '#contract/brand.ts'
import type { ServiceType } from '#contract/centers.ts'
import { breadcrumbs } from '#web/platform/structured-data.ts'

/** Only a regulated service is called a medical therapy. */
export function serviceThings({ service, origin }: { service: ServiceType; origin: string }): Thing[] {
  const { slug, name, summary, regulated } = service
  const path = `/services/${slug}`
  const base = { name, description: summary, url: origin + path }
  const therapy: MedicalTherapy = { '@type': 'MedicalTherapy', ...base }
  const offered: Service = {
    '@type': 'Service',
    ...base,
    serviceType: name,
    areaServed: { '@type': 'Country', name: 'Uruguay' },
    provider: { '@type': 'Organization', name: brand.name, url: `${origin}/` },
  }
  return [
    regulated ? therapy : offered,
    breadcrumbs({
      origin,
      items: [
        { name: 'Servicios', path: '/services' },
        { name, path },
      ],
    }),
  ]
}
