import type { DayOfWeek, HealthAndBeautyBusiness, MedicalBusiness, Person, Thing } from 'schema-dts'

import type { CenterProfile } from '#contract/centers.ts'
import { clockText } from '#web/platform/clock-text.ts'
import { breadcrumbs } from '#web/platform/structured-data.ts'

const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

/** A centre for search engines: schema.org's HealthAndBeautyBusiness, or MedicalBusiness if all its services are regulated. */
export function centerThings({ center, origin }: { center: CenterProfile; origin: string }): Thing[] {
  const path = `/centers/${center.id}`
  const base = { '@id': origin + path, url: origin + path, ...aboutCenter({ center, origin }) }
  const business: MedicalBusiness = { '@type': 'MedicalBusiness', ...base }
  const wellness: HealthAndBeautyBusiness = { '@type': 'HealthAndBeautyBusiness', ...base }
  return [
    center.unregulatedServices.length > 0 ? wellness : business,
    breadcrumbs({
      origin,
      items: [
        { name: 'Centros', path: '/centers' },
        { name: center.name, path },
      ],
    }),
  ]
}

function aboutCenter({ center, origin }: { center: CenterProfile; origin: string }) {
  const { latitude, longitude, pinPrecision, description, phone, coverUrl, totalReviews, rating } = center
  return {
    name: center.name,
    ...(description && { description }),
    ...(phone && { telephone: phone }),
    ...(coverUrl && { image: new URL(coverUrl, origin).href }),
    address: {
      '@type': 'PostalAddress' as const,
      streetAddress: center.address,
      addressLocality: center.neighborhood ?? center.department,
      addressRegion: center.department,
      addressCountry: 'UY',
    },
    ...(pinPrecision === 'exact' &&
      latitude !== null &&
      longitude !== null && { geo: { '@type': 'GeoCoordinates' as const, latitude, longitude } }),
    ...(totalReviews > 0 && {
      aggregateRating: {
        '@type': 'AggregateRating' as const,
        ratingValue: rating,
        reviewCount: totalReviews,
        bestRating: 5,
        worstRating: 1,
      },
    }),
    openingHoursSpecification: center.hours.flatMap(({ weekday, startMinute, endMinute }) => {
      const day = days[weekday - 1]
      if (!day) return []
      const dayOfWeek: DayOfWeek = `https://schema.org/${day}`
      const opens = clockText(startMinute)
      return [{ '@type': 'OpeningHoursSpecification' as const, dayOfWeek, opens, closes: clockText(endMinute) }]
    }),
    employee: center.professionals.map((professional) => aboutProfessional({ professional, origin })),
  }
}

type Professional = CenterProfile['professionals'][number]

function aboutProfessional({ professional, origin }: { professional: Professional; origin: string }): Person {
  const { name, title, photoUrl, specialties } = professional
  return {
    '@type': 'Person',
    name,
    ...(title && { jobTitle: title }),
    ...(photoUrl && { image: new URL(photoUrl, origin).href }),
    ...(specialties.length > 0 && { knowsAbout: specialties }),
  }
}
