import { Link, useNavigate } from '@tanstack/react-router'

import { brand } from '#contract/brand.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import { AuthFrame } from '../auth-frame.tsx'
import { useRedirectIfSignedIn } from '../sign-in/use-redirect.ts'
import { SocialButtons } from '../social/social-buttons.tsx'
import { AuthCenterForm } from './auth-center-form.tsx'
import { AuthPatientForm } from './auth-patient-form.tsx'
import type { AccountKind } from './auth-search.ts'
import { kindNavigation } from './kind-navigation.ts'

const providers = ['google', 'apple'] as const

export function AuthScreen({ kind, next }: { kind: AccountKind; next: string | undefined }) {
  const navigate = useNavigate({ from: '/auth' })
  const stopRedirect = useRedirectIfSignedIn(next)
  const isCenter = kind === 'centro'
  const welcome = isCenter ? '/center-welcome' : '/patient-welcome'
  return (
    <AuthFrame title="Crea tu cuenta" intro={`Una cuenta de ${brand.name}, para pedir horas o para recibirlas.`}>
      <Tabs
        label="Qué cuenta quieres"
        tabs={[
          { id: 'paciente', label: 'Soy Paciente', href: '/auth' },
          { id: 'centro', label: 'Soy Centro Terapéutico', href: '/auth?tipo=centro' },
        ]}
        value={kind}
        onChange={(id) => void navigate(kindNavigation(id))}
      >
        <div className="grid gap-6">
          {isCenter ? (
            <AuthCenterForm leadsTo={welcome} onSubmitting={stopRedirect} />
          ) : (
            <AuthPatientForm leadsTo={next ?? welcome} onSubmitting={stopRedirect} />
          )}
          <SocialButtons
            providers={providers}
            // The site's root, which redirects by the kind of account.
            next={next ?? '/'}
            kind={isCenter ? 'center' : 'patient'}
            retryText="Intenta de nuevo."
          />
        </div>
      </Tabs>
      <p className="mt-6 border-t border-line pt-5">
        ¿Ya tienes cuenta?{' '}
        <Link to="/login" search={{ next }} className="link inline-block py-2 font-semibold">
          Inicia sesión
        </Link>
      </p>
    </AuthFrame>
  )
}
