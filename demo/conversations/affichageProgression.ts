import { prose, verbatim } from '../text.ts';
import type { DemoConversation } from '../types.ts';

export const affichageProgression: DemoConversation = {
  id: 'affichage-progression',
  title: 'Affichage de la progression',
  daysAgo: 53,
  time: '14:05',
  turns: [
    {
      minutes: 0,
      user: prose`
        Je reprends l'affichage de la progression. Pour l'instant on écrit une ligne après chaque partie, ce qui
        remplit le terminal. Je voudrais une seule ligne qui se met à jour : barre, pourcentage, débit, temps restant.
        Par quoi commencer ?
      `,
      references: ['src/progress.ts'],
      assistant: prose`
        Par la séparation entre le calcul et le dessin. Le compteur (octets envoyés, débit lissé, fraction) ne doit
        rien savoir du terminal ; la ligne de texte se construit à partir de lui ; et l'écriture décide seulement
        quand et comment l'envoyer. Ainsi le calcul se teste avec une horloge factice et sans terminal.

        Dans \`src/progress.ts\`, la classe \`ProgressMeter\` reçoit donc le total, ce qui est déjà envoyé, une sortie
        et une horloge. La sortie est une simple interface avec \`write\`, \`isTTY\` et \`columns\` :
        \`process.stderr\` convient telle quelle, et un tableau suffit pour les tests.
      `,
      model: 'quill-large',
    },
    {
      minutes: 5,
      user: 'Pourquoi stderr et pas stdout ?',
      assistant: prose`
        Parce que stdout sert au résultat : l'adresse du fichier sur le serveur et son empreinte. Quelqu'un qui écrit
        \`parcel upload film.mov > resultat.txt\` veut le résultat dans le fichier et la barre à l'écran. C'est aussi
        stderr qu'il faut interroger pour savoir si l'on est dans un terminal, car stdout peut être redirigé alors que
        stderr ne l'est pas.
      `,
      model: 'quill-large',
    },
    {
      minutes: 9,
      user: prose`
        D'accord. À quelle fréquence redessiner ? Avec quatre parties en parallèle, les mises à jour arrivent par
        paquets.
      `,
      assistant: prose`
        Au plus dix fois par seconde, soit \`redrawMs = 100\`. L'œil ne gagne rien au-delà, et sur une connexion
        distante lente chaque ligne redessinée coûte du trafic. \`ProgressMeter\` retient l'heure du dernier dessin et
        ignore les demandes trop rapprochées ; \`finish\` dessine toujours une dernière fois, sinon la barre resterait
        parfois à 97 %.

        La ligne est tronquée à la largeur du terminal moins un caractère. Une ligne qui déborde passe à la suivante,
        et le retour chariot ne revient alors qu'au début de la deuxième : on verrait l'affichage descendre l'écran.
      `,
      model: 'quill-large',
    },
    {
      minutes: 16,
      user: 'Le débit saute beaucoup : 40 Mio/s, puis 0, puis 35. Le temps restant devient illisible.',
      tools: [
        {
          name: 'readFile',
          arguments: { path: 'src/progress.ts', startLine: 47, endLine: 59 },
          result: verbatim`
              add(bytes: number): void {
                this.#done += bytes;
                this.#sampleBytes += bytes;
                const elapsed = this.#now() - this.#sampleStart;
                if (elapsed >= sampleMs) {
                  const sample = (this.#sampleBytes * 1000) / elapsed;
                  this.#rate = this.#rate === 0 ? sample : smoothing * sample + (1 - smoothing) * this.#rate;
                  this.#sampleStart = this.#now();
                  this.#sampleBytes = 0;
                }
                if (this.#output.isTTY) this.#redraw();
                else this.#log();
              }
          `,
          success: true,
          duration_ms: 8,
        },
      ],
      assistant: prose`
        C'est l'effet des parties qui se terminent ensemble : quatre fois 8 Mio en quelques millisecondes, puis rien
        pendant deux secondes. Deux remèdes qui se complètent :

        - un échantillon couvre au moins une seconde (\`sampleMs\`), de sorte qu'une rafale est répartie sur la durée
        réelle ;
        - les échantillons sont lissés par une moyenne mobile exponentielle, avec un poids de 0,2 pour le plus récent.

        Avec cela le débit affiché met environ cinq secondes à suivre un vrai changement, ce qui est un bon compromis.
        Une moyenne depuis le début serait plus calme encore, mais elle ment après une interruption : au bout d'une
        heure elle ne bouge plus. Je l'ai donc écartée.
      `,
      model: 'quill-large',
    },
    {
      minutes: 24,
      user: "Et quand la sortie n'est pas un terminal, dans une tâche nocturne par exemple ?",
      assistant: prose`
        Pas de barre animée : les codes de contrôle rendraient le journal illisible. On écrit une ligne ordinaire par
        dixième du fichier (\`logStep = 0.1\`), donc dix lignes pour un envoi entier, quelle que soit sa taille. Un
        envoi repris à 50 % commence à la ligne des 60 %, et son débit ne compte que les octets réellement envoyés
        dans cette exécution, sans quoi la reprise afficherait un débit absurde.
      `,
      model: 'quill-large',
    },
    {
      minutes: 31,
      user: prose`
        Pour les unités : Mo ou Mio ? Les utilisateurs se plaignent que nos chiffres ne correspondent pas à ceux de
        leur explorateur de fichiers.
      `,
      assistant: prose`
        Les deux sont défendables, mais il faut être cohérent avec la taille des parties, qui est définie en
        puissances de deux : 8 Mio. Si l'on affichait des Mo, une partie ferait 8,4 Mo et personne ne comprendrait
        pourquoi. \`formatBytes\` dans \`src/format.ts\` emploie donc les unités binaires avec leur nom exact
        (\`KiB\`, \`MiB\`, \`GiB\`), et pas \`MB\`, qui est ambigu.

        Décision : unités binaires partout, nommées correctement, et une décimale. L'interface reste en anglais, y
        compris les unités.
      `,
      model: 'quill-large',
    },
    {
      minutes: 40,
      user: "Très bien. Tu peux lancer les tests et me résumer ce qu'on a retenu ?",
      tools: [
        {
          name: 'runTests',
          arguments: { files: ['test/progress.test.ts'] },
          result: verbatim`
            ok - a terminal is redrawn ten times a second at most
            ok - a log gets a line per tenth
            ok - a resumed upload starts where it stopped, and its rate counts only new bytes
            ok - an empty file is complete
            4 passed, 0 failed
          `,
          success: true,
          duration_ms: 940,
        },
      ],
      assistant: prose`
        Les quatre tests passent. Ce que nous avons retenu :

        - la progression va sur stderr, le résultat sur stdout ;
        - dans un terminal, une seule ligne, redessinée au plus dix fois par seconde ;
        - hors d'un terminal, une ligne par dixième du fichier ;
        - débit lissé (échantillons d'une seconde au moins, poids 0,2), et non une moyenne depuis le début ;
        - unités binaires, \`MiB\` et non \`MB\`.
      `,
      model: 'quill-large',
    },
  ],
};
