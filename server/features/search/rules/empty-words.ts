import { isVerbForm } from './verb-forms.ts'

/**
 * Words that carry no need, folded: whom it is for, what the visitor wants of Senda, courtesy, time and connectors. They never
 * narrow a search. Which words these are is a judgement on Uruguayan speech; the lists of people and greetings follow the
 * «Diccionario del español del Uruguay» (Academia Nacional de Letras, 2011), used as facts.
 */
const people = `yo tu vos el ella usted ustedes nosotros ellos ellas mi mis tus su sus nuestro nuestra vieja viejo viejos viejita viejito
  madre padre padres mama papa mami papi mamita abuela abuelo abuelos abuelita abuelito nona nono hermano hermana hermanos
  hermanita hermanito tia tio tios prima primo sobrina sobrino suegra suegro cunada cunado esposa esposo marido mujer novia
  novio senora senor senores amiga amigo amigos vecina vecino jefe jefa patron companero companera nieta nieto nietos
  gente persona personas alguien nadie alguno alguna algunos algunas ninguno ninguna ningun algun uno una unos unas un paciente
  pacientes ahijado ahijada padrino madrina yerno nuera gemelos mellizos bisabuela bisabuelo pariente conocido conocida
  estudiante estudiantes jubilado jubilada jubilados muchacho muchacha muchachos tipo tipa`

const verbs = `ir voy vas va vamos van iba fui fue ido ver verme vea vean veo viendo visto mirar mire buscar busco busca buscan
  buscando buscamos encontrar encuentro encontre necesito necesita necesitan necesitamos necesitaba necesitaria preciso precisa
  precisamos precisaria quiero quiere quieren queremos queria querria quisiera querer ando anda andan andamos andar estoy esta
  estan estamos estaba estuve estar soy es son somos era ser sea sean tengo tiene tienen tenemos tenia tuve tuvo tener tenga
  tengan teniendo hay habia hubo haber ha han he hemos haya hice hizo hacer hacerme hago hace hacen hacemos haga hagan haciendo
  hecho hecha puedo puede pueden podemos podria podrian podes pueda puedan poder pudo debo debe deberia dar dame doy da dan den
  daria dieron dio diga digan dice dicen dijo dijeron decir decime gustaria gusta ayuda ayude ayuden ayudar ayudarme ayudarla
  ayudarlo ayudarnos ayudame sirve sirva sirven servir funciona conoce conocen conozco sabe saben sepa se creo cree parece
  parecen paso pasa pasan pasando pasar empezar empece empezo empiezo empieza comenzar comenzo comence seguir sigo sigue llevar
  llevarlo llevarla llevo lleva venir vengo viene vienen vino volver vuelvo vuelve vivo vive viven llamar llamo llama pedir pido
  sacar saco agendar agendarme reservar reserva reservo anotarme consultar consulto consulta consultas turno turnos cita citas
  hora horas horario horarios atencion atender atienda atiendan atiende atienden atenderme atenderse trabaja trabajan trabajar
  trata tratan trate traten tratar tratarme tratarla tratarlo tratamiento tratamientos recomienda recomiendan recomienden
  recomendar recomendaron recomendacion recomendado recomendada recomendable mandaron mando mandar derivaron derivo derivar
  recomendo dejar deja dejo ponerme poner pongo pone quedar quedo queda quede quedado agarro agarre salir sale salgo salio
  cuesta costar cuanto sale salen precio precios valor levantar levanto levantarme resulta probar probe intente intento intentar pasarme hablan pienso pensar pense
  diagnosticaron diagnosticado diagnosticada diagnostico detectaron sufro sufre padece padezco sentir siente siendo espero
  esperar esperando usa usas usan tomar toma tomo tome toman tomamos tomando vaya vayas vayan vayamos iba iban ibas ibamos
  veas veamos vemos veia sos seas seamos sera seria serian seran fuera fueran fuese eras eran estara estaran estaria esten estemos
  estaban estuviera andaba andaban andas anden anduve habra habria habian hubiera hayan hayas doble vas ven veni
  interesa interesaria cambiar conseguir consigo ofrece ofrecen ofrecer brinda brindan realiza realizan
  realizar incluye usar uso pregunto preguntar pregunta preguntas saber informacion info contacto contactar comunicarme responder`

const courtesy = `hola holaa buenas buenos buen buena bueno saludos gracias muchas favor porfa porfavor porfis disculpe disculpen
  disculpa perdon perdone amable amablemente atentamente desde ya besos abrazo chau adios ok okey dale che bo ta si no ay uy ah
  eh jaja jajaja urgente urgentemente urgencia rapido rapidamente pronto cuanto antes posible vida ideal idealmente preferentemente
  preferiblemente preferible preferiria ojala holis buenass porfi porfavorcito grax graciass bss jeje jaja jajaj lpm pls plis ntp tipo nose onda genial barbaro perfecto
  bendiciones cordial cordiales estimado estimada estimados estimadas interesado interesada casualidad`

const time = `ahora ya aun todavia siempre nunca jamas veces vez ayer anoche anteayer dia dias semana semanas mes meses ano anos
  minuto minutos rato tiempo ultimo ultima ultimos ultimas ultimamente recien recientemente luego despues antes mientras durante
  hasta desde cada primera primer primero segunda nuevamente seguido diario diariamente momento`

const connectors = `a al ante bajo con contra de del desde e en entre hacia hasta o u para pa por q que qe segun sin sobre tras y ni pero
  aunque porque pues como cuando donde adonde quien quienes cual cuales cuanto cuanta cuantos cuantas cuyo lo la las los le les me
  te se nos os este esta estos estas ese esa esos esas aquel aquella esto eso aquello aca aqui ahi alli alla tan tanto tanta
  tantos tantas muy mucho mucha muchos muchas poco poca pocos pocas bastante demasiado mas menos algo nada todo toda todos todas
  otro otra otros otras mismo misma mismos cosa cosas tema problema problemas tipo asi solo solamente tambien tampoco ademas
  incluso entonces igual casi apenas medio media re super bien mal mejor mejores peor malo mala grande nuevo nueva fuerte solo sola
  fuertes horrible horribles terrible feo fea lindo linda realmente verdad capaz quizas talvez tal asunto caso
  manera forma parte lado lugar lugares donde opcion opciones profesional profesionales especialista especialistas especializado
  especializada especializados experiencia experto experta expertos experta confianza confiable serio seria seriamente
  responsable paciencia buena sesion sesiones tratante servicio servicios ayuda algun alguno cerca zona barrio laboral nivel
  dentro fuera cualquier cualquiera etc presencial online virtual manana mananas tarde tardes noche noches temprano hoy lunes martes miercoles jueves
  viernes sabado particular trabajo laburo terapista telefono direccion seguido seguida venga vengan juntos juntas dos clase clases
  grupo tal pa va tmb tambn estudiar abierto abierta silla ruedas rampa ascensor planta baja accesible mediodia x chicos chicas dando bano alta alto analisis`

const listed = (...lists: string[]) => new Set(lists.flatMap((list) => list.trim().split(/\s+/)))
const personWords = listed(people)
const words = listed(people, verbs, courtesy, time, connectors)

/** Whom it is for, or who recommends it: «mi vieja», «la maestra de mi hijo». */
export const isPersonWord = (word: string): boolean => personWords.has(word)
export const isEmptyWord = (word: string): boolean => words.has(word) || isVerbForm(word)

/** What a place of treatment is called. Beside a need it says nothing; alone it may be of a centre's name. */
const establishments = new Set(
  'casa centro centros clinica clinicas consultorio consultorios espacio instituto policlinica sanatorio salud montevideo uruguay'.split(
    ' ',
  ),
)

export const isEstablishment = (word: string): boolean => establishments.has(word)

/**
 * Greetings and times of the past have words of the time of an appointment: «buenas tardes», «desde el lunes», «hace dos noches».
 * Each is masked with as many signs, so that positions stay the same.
 */
const notRequests: readonly RegExp[] = [
  /\bbuen(?:as?|os?)? (?:dias?|tardes?|noches?|tardecitas?)\b/g,
  /\b(?:desde|hace) (?:(?:el|la|las|los|un|una|unos|unas|dos|tres|cuatro|cinco) )?[a-z0-9]{1,20}\b/g,
  /\b(?:toda|todas|cada) (?:la|las|el) (?:noches?|mananas?|tardes?)\b/g,
  /\btodos los dias\b/g,
  /\b(?:trabajo|trabajamos|trabaja|estudio|estudia) (?:de|por|a) (?:la )?(?:manana|tarde|noche)\b/g,
  /\b(?:de la|desde la) manana a la noche\b/g,
]

export const maskNoRequests = (folded: string): string =>
  notRequests.reduce((text, typed) => text.replaceAll(typed, (match) => '#'.repeat(match.length)), folded)
