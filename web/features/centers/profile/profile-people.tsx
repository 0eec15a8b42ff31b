import { Link } from '@tanstack/react-router'
import { attendedText } from '#contract/attended.ts'
import { isNamedAfter } from '#contract/center-words.ts'
import type { CenterProfile } from '#contract/centers.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { dot } from '#web/ui/dot.ts'
import { Stars } from '#web/ui/stars.tsx'
import { professionalAnchor } from '../professional-anchor.ts'

type Person = CenterProfile['professionals'][number]

/** The professional who works alone, for the head of the page, which then needs no list of professionals. */
export function personAlone({ worksAlone, professionals }: CenterProfile): Person | undefined {
  return worksAlone ? professionals[0] : undefined
}

/** The title, unless the name of the page has it, the registration number of who works alone, and whom they attend. */
export function PersonFacts({ person, centerName }: { person: Person; centerName: string }) {
  const { title, registrationNumber, ages } = person
  const facts = [
    !isNamedAfter(centerName, title) && title,
    registrationOf(registrationNumber),
    ages.length > 0 && `Atiende a ${attendedText(ages)}`,
  ]
    .filter(Boolean)
    .join(dot)
  return facts && <p className="text-ink-soft">{facts}</p>
}

const registrationOf = (number: string | null) => number && `Registro ${number}`

export function ProfileProfessionals({ center }: { center: CenterProfile }) {
  return (
    <ul className="grid gap-x-8 gap-y-7 sm:grid-cols-2">
      {center.professionals.map((professional) => {
        const { id, name, title, registrationNumber, services } = professional
        const [first] = services
        return (
          <li key={id} id={professionalAnchor(id)} className="flex scroll-mt-24 gap-4">
            <Avatar name={name} src={professional.photoUrl} size="large" />
            <div className="grid min-w-0 content-start gap-1">
              <h3 translate="no" className="text-base">
                {name}
              </h3>
              {title && <p className="text-sm">{title}</p>}
              <Stars rating={professional.rating} reviewCount={professional.totalReviews} compact />
              <p className="text-sm text-ink-soft">
                {[professional.modalities.join(', '), registrationOf(registrationNumber)].filter(Boolean).join(dot)}
              </p>
              {professional.ages.length > 0 && (
                <p className="text-sm text-ink-soft">Atiende a {attendedText(professional.ages)}</p>
              )}
              {professional.bio && <p className="text-sm">{professional.bio}</p>}
              {first && (
                <Button
                  variant="quiet"
                  size="small"
                  className="-ml-3 justify-self-start"
                  render={
                    <Link
                      to="/book/$centerId"
                      params={{ centerId: center.id }}
                      search={{ ...(services.length === 1 && { offer: first.id }), professional: id }}
                      rel="nofollow"
                      aria-label={`Reservar con ${name}`}
                    />
                  }
                >
                  Reservar
                </Button>
              )}
            </div>
          </li>
        )
      })}
    </ul>
  )
}
