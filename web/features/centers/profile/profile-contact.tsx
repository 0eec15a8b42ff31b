import type { ReactNode } from 'react'
import type { CenterProfile } from '#contract/centers.ts'
import { coverLabel } from '#contract/cover-labels.ts'
import { directionsUrl } from '#contract/directions.ts'
import { isWebAddress } from '#contract/urls.ts'
import { formatPhone, telHref } from '#web/platform/formats.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { SummaryList } from '#web/ui/summary-list.tsx'
import Globe from '~icons/lucide/globe'
import IdCard from '~icons/lucide/id-card'
import Languages from '~icons/lucide/languages'
import MapPin from '~icons/lucide/map-pin'
import MessageCircle from '~icons/lucide/message-circle'
import Navigation from '~icons/lucide/navigation'
import Phone from '~icons/lucide/phone'
import Share from '~icons/lucide/share-2'
import Video from '~icons/lucide/video'

import { fullAddress } from '../full-address.ts'
import { CenterMap } from '../map/center-map.tsx'
import { socialLinks } from './social-links.ts'

export function ProfileContact({ center }: { center: CenterProfile }) {
  return (
    <div className="grid justify-items-start gap-4">
      <SummaryList items={[...waysToAttend(center), ...waysToReach(center)]} />
      <CenterMap center={center} />
      <DirectionsLink center={center} />
    </div>
  )
}

export function DirectionsLink({ center }: { center: CenterProfile }) {
  return (
    <a
      href={directionsUrl({ ...center, address: fullAddress(center) })}
      rel="noopener"
      target="_blank"
      className={buttonClass({ variant: 'secondary', size: 'small' })}
    >
      <Navigation aria-hidden="true" className="size-4.5" />
      Cómo llegar
    </a>
  )
}

function waysToAttend(center: CenterProfile) {
  const { modalities, languages, covers } = center
  return [
    {
      label: 'Dirección',
      value: <span translate="no">{fullAddress(center)}</span>,
      icon: <MapPin aria-hidden="true" />,
    },
    ...(modalities.length > 0
      ? [{ label: 'Modalidad', value: modalities.join(', '), icon: <Video aria-hidden="true" /> }]
      : []),
    ...(languages.length > 0
      ? [{ label: 'Idiomas', value: languages.join(', '), icon: <Languages aria-hidden="true" /> }]
      : []),
    ...(covers.length > 0
      ? [{ label: 'Atiende con', value: covers.map(coverLabel).join(', '), icon: <IdCard aria-hidden="true" /> }]
      : []),
  ]
}

function waysToReach(center: CenterProfile) {
  const { phone, whatsapp, website } = center
  const call = phone && (
    <a href={telHref(phone)} translate="no" className="link">
      {phone}
    </a>
  )
  const chat = whatsapp && (
    <OutsideLink href={`https://wa.me/${whatsapp.replace('+', '')}`}>{formatPhone(whatsapp)}</OutsideLink>
  )
  const site = website && isWebAddress(website) && (
    <OutsideLink href={website}>{website.replace(/^https?:\/\/(www\.)?|\/$/gi, '')}</OutsideLink>
  )
  return [
    ...(call ? [{ label: 'Teléfono', value: call, icon: <Phone aria-hidden="true" /> }] : []),
    ...(chat ? [{ label: 'WhatsApp', value: chat, icon: <MessageCircle aria-hidden="true" /> }] : []),
    ...(site ? [{ label: 'Sitio web', value: site, icon: <Globe aria-hidden="true" /> }] : []),
    ...socialLinks(center).map(({ network, name, href }) => ({
      label: network,
      value: <OutsideLink href={href}>{name}</OutsideLink>,
      icon: <Share aria-hidden="true" />,
    })),
  ]
}

/** A link that the centre typed: search engines don't count it as ours. */
function OutsideLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} rel="noopener nofollow ugc" target="_blank" translate="no" className="link break-all">
      {children}
    </a>
  )
}
