/** The header's destinations: only what exists. A new page joins with its own line. */
export const mainDestinations = [
  { to: '/services', label: 'Servicios' },
  { to: '/centers', label: 'Centros' },
  { to: '/contact', label: 'Contacto' },
] as const

export const footerGroups = [
  {
    title: 'Encontrar',
    links: [
      { to: '/centers', label: 'Centros' },
      { to: '/services', label: 'Servicios' },
    ],
  },
  {
    title: 'Tu cuenta',
    links: [
      { to: '/login', label: 'Iniciar Sesión' },
      { to: '/register', label: 'Regístrate' },
    ],
  },
  {
    title: 'Ayuda',
    links: [
      { to: '/faq', label: 'Preguntas frecuentes' },
      { to: '/contact', label: 'Contacto' },
      { to: '/terms', label: 'Términos y condiciones' },
      { to: '/privacy', label: 'Política de privacidad' },
    ],
  },
] as const
