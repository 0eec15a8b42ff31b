import type { ConditionRow } from './condition-row.ts'

/** What children have while they develop, what people have with hearing and speech, and in the mind. See condition-row.ts for the columns and the sources. */
export const conditionsOfMind: readonly ConditionRow[] = [
  // Development, hearing and speech
  [
    'tea=, autis, espectro autista, asperger, tgd=',
    'terapia-ocupacional psicoterapia logopedia',
    '!autismo,integracion sensorial',
  ],
  [
    'tdah=, tda=, tdh=, adhd=, deficit atencional, deficit de atencion, hiperactiv, hiperkinetic, no se concentra, no presta atencion, concentrar, concentracion, no me concentro',
    'psicoterapia',
  ],
  [
    'integracion sensorial, sensorial, motricidad fina, motricidad, lapiz, abrochar, abrocharse, atarse los cordones, tunica, torpe, psicomotric, retraso madurativo, retraso del desarrollo',
    'terapia-ocupacional',
    'integracion sensorial',
  ],
  ['sindrome de down, down=', 'terapia-ocupacional logopedia fisioterapia', 'integracion sensorial,lenguaje infantil'],
  ['terapista ocupacional, terapia ocupacional, terapeuta ocupacional, ergoterap, to=', 'terapia-ocupacional'],
  ['adaptar, adaptacion del hogar, adaptar la casa, barandas', 'terapia-ocupacional', '!adaptacion del hogar'],
  ['discapacid, discapacitad, muletas', 'terapia-ocupacional fisioterapia'],
  [
    'dislexi, discalculi, disgrafi, lectoescritura, aprender a leer, no lee=, lee mal, dificultades de aprendizaje, problemas de aprendizaje',
    'logopedia psicoterapia',
    '!dislexia',
  ],
  [
    'tartamud, tartamude, tartaja, disfemia, disfluen, repite las silabas, repite silabas, se traba al hablar, se traba',
    'logopedia',
    '!tartamudez',
  ],
  [
    'terapia del habla, terapia de habla, terapia del lenguaje, terapia de lenguaje, terapista del lenguaje, terapista del habla, problemas de habla, problema de habla, problema de lenguaje, problemas del habla, habla como, habla poco, habla raro, balbuce, no balbuce, dice pocas palabras, no dice palabras, no dice nada, tarda en hablar, dislalia, no habla, habla mal, no dice la r, no le sale la r, la rr, no pronuncia la r, no pronuncia, pronuncia mal, retraso del lenguaje, retraso en el habla, trastorno del lenguaje, tel=, no se le entiende, empezar a hablar, hablar bien',
    'logopedia',
    'lenguaje',
  ],
  ['disfagia, se atraganta, se ahoga al comer, tragar, deglucion', 'logopedia', '!deglucion'],
  [
    'disfonia, afonia, nodulos en la voz, nodulos vocales, ronquera, perdi la voz, cuerdas vocales, mi voz=, voz=, afonic, ronco=, ronca=, cantante, locutor, cuidar la voz',
    'logopedia',
    '!voz',
  ],
  [
    'hipoacus, audifon, sordo, sorda, sordos=, sordas=, sordera, sordomud, audicion, auditiv, audiolog, audiometr, implante coclear, coclear, no escucha, no oye, oye mal, oye poco, escucha mal, escucha poco, perdida de oido, otitis',
    'logopedia',
    'lenguaje infantil',
  ],
  [
    'acufen, tinnitus, zumbido, zumbidos en los oidos, zumban los oidos, zumban, zumba',
    'fisioterapia kinesiologia logopedia',
  ],
  ['frenillo, respirador bucal, respira por la boca, labio leporino, fisura palatina, paladar hendido', 'logopedia'],
  ['apnea, apneas, ronquido, ronquidos, ronca de noche, ronco de noche', 'logopedia nutricion kinesiologia'],
  // Mental health
  ['toc=, obsesivo compulsivo', 'psicoterapia'],
  ['tept=, postraumatic, estres postraumatico', 'psicoterapia'],
  [
    'tca=, trastorno alimentario, trastornos alimentarios, anorexi, bulimi, atracon, atracones, trastorno de la conducta alimentaria',
    'psicoterapia nutricion',
  ],
  [
    'ansiedad=, tag=, ansios, ataques de ansiedad, crisis de ansiedad, crisis de angustia, ataque de nervios',
    'psicoterapia',
  ],
  ['me late el corazon, palpitacion, taquicardia', 'psicoterapia'],
  ['cancer, quimio, quimioterapia, oncologic', 'psicoterapia nutricion fisioterapia'],
  [
    'fobia, agorafobia, claustrofobia, miedo a, fobico, fobica, no salgo de casa, no salgo de mi casa, no quiere salir, no sale de su cuarto, no sale del cuarto, no sale de la pieza, encerrad, encierro, no me animo a salir',
    'psicoterapia',
  ],
  [
    'duelo=, duelos, viudez, enviud, quede viuda, quede viudo, perdi a mi, perdi a mis, perdimos a, se murio, murio mi, fallecio',
    'psicoterapia',
    'duelo',
  ],
  [
    'burnout, burn out, quemado, quemada por el trabajo, quemada del, quemado del, quemada con el, quemada con la, quemado con el, quemado con la, laburo me, agotamiento, estoy agotad, no doy mas, sobrepasad, desbordad, colapsad, cansancio, cansada de cuidar, cansado de cuidar',
    'psicoterapia',
  ],
  [
    'insomni, no duermo, no puedo dormir, no logro dormir, duermo mal, duermo re mal, duermo poco, duerme mal, no duerme, no se duerme, no quiere dormir, se despierta, me despierto, despierta llorando, pesadilla, pesadillas, terrores nocturnos, dormir solo, dormir sola, cuesta dormir, dificultad para dormir, dificultades para dormir, problemas para dormir, problemas de sueno, me desvelo, desvelo, trastornos del sueno',
    'psicoterapia',
    'sueno',
  ],
  [
    'adicc, adicto, adicta, alcoholism, alcoholic, drogas, porro, porros, faso, toma mucho, toma alcohol, tomando mucho, dejar de tomar, chupa, cannabis, cocaina, pasta base, marihuana, ludopat, apuestas, timba, tragamonedas, dejar el celu, con el celu=, con el celular, en el celu=, en el celular, adicto al celular, pantallas, videojuegos, jueguitos, play station, redes sociales, juego compulsivo, consumo problematico',
    'psicoterapia',
  ],
  ['fumar, tabaquismo, cigarrillo, cigarro', 'psicoterapia acupuntura'],
  [
    'desmotiv, sin motivacion, falta de motivacion, procrastin, me siento un, me siento una, me siento inutil, me siento fea, me siento feo, me siento re fea, me siento re feo, un desastre, fracas, insegur, inseguridad, autoestima, me siento vaci, depre=, depresi, deprimid, apoyo emocional, contencion emocional, apoyo psicologico, bajon, bajoneado, bajoneada, sin ganas, no tengo ganas, falta de ganas, no tengo energia, sin energia, lloro, llorando, llora',
    'psicoterapia',
    'depresion',
  ],
  [
    'me siento sol, siento re sol, siento muy sol, siento tan sol, muy sola, re sola, tan sola, soledad, odio mi cuerpo, me odio, me siento mal, me siento trist, hablar con alguien, necesito hablar, desahogarme, con quien hablo, con quien hablar, estoy solo, estoy sola, viejo y solo',
    'psicoterapia',
  ],
  [
    'bullying, acoso escolar, le pegan en la escuela, no quiere ir a la escuela, no quiere ir al liceo, problemas de conducta, berrinche, se porta mal, rabieta, agresiv, no hace caso, no obedece, desobedient, pega a los companeros, pega en la escuela, se hace pichi, se hace pis, moja la cama, enuresis, encopresis',
    'psicoterapia',
    'psicologia infantil,crianza',
  ],
  ['crianza, limites, limites a mis hijos', 'psicoterapia', 'crianza'],
  [
    'separacion, separa, separe, separo, nos separ, divorci, corte con mi, cortamos con, me corto mi, me dejo mi, me dejo el, me dejo la, termine con mi, terminamos con mi, rompi con mi, rompimos, ruptura, desamor, mal de amores, mi ex=',
    'psicoterapia',
    'separaciones',
  ],
  ['violencia, maltrat, abuso sexual, abusaron', 'psicoterapia'],
  ['depresion posparto, depresion postparto, baby blues', 'psicoterapia'],
  [
    'manejo del estres, manejo de estres, controlar el estres',
    'terapias-complementarias psicoterapia',
    'manejo del estres',
  ],
  [
    'celos=, celosa, celoso, infidel, infiel, me engano, cuernos, pelea, peleas, peleamos, peleando, discutimos, discutiendo',
    'psicoterapia',
  ],
  [
    'orientacion vocacional, vocacional, que estudiar, que carrera, q carrera, carrera seguir, carrera elegir, elegir carrera, elegir una carrera, que estudio, orientacion profesional',
    'terapias-complementarias psicoterapia',
    '!orientacion vocacional',
  ],
  ['identidad de genero, transicion de genero, genero=, trans=, lgbt, lgbtiq, sexualidad', 'psicoterapia'],
  [
    'me quedo en blanco, quedo en blanco, parcial=, parciales=, un examen, el examen, por examen, examenes=, rendir un, rendir una, dar examen, hablar en publico, panico escenico, timidez, timida',
    'psicoterapia',
  ],
]
