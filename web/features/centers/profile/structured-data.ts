import type { CenterProfile } from '#contract/centers.ts'
import { clockText } from '#web/platform/clock-text.ts'

const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** A centre's structured data for search engines: schema.org's HealthAndBeautyBusiness, or MedicalBusiness where all of it is regulated. */
export function centerStructuredData(center: CenterProfile): string {
  const { latitude, longitude } = center
  const data = {
    '@context': 'https://schema.org',
    '@type': center.unregulatedServices.length > 0 ? 'HealthAndBeautyBusiness' : 'MedicalBusiness',
    name: center.name,
    description: center.description || undefined,
    telephone: center.phone ?? undefined,
    address: {
      '@type': 'PostalAddress',
      streetAddress: center.address,
      addressLocality: center.neighborhood ?? center.department,
      addressRegion: center.department,
      addressCountry: 'UY',
    },
    geo: latitude === null || longitude === null ? undefined : { '@type': 'GeoCoordinates', latitude, longitude },
    aggregateRating:
      center.totalReviews === 0
        ? undefined
        : { '@type': 'AggregateRating', ratingValue: center.rating, reviewCount: center.totalReviews, bestRating: 5 },
    openingHoursSpecification: center.hours.map(({ weekday, startMinute, endMinute }) => ({
      '@type': 'OpeningHoursSpecification',
      dayOfWeek: days[weekday - 1],
      opens: clockText(startMinute),
      closes: clockText(endMinute),
    })),
  }
  // Text that a centre typed must not close the script element.
  return JSON.stringify(data).replaceAll('<', '\\u003c')
}
