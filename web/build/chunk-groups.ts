/**
 * Chunks of the browser's build, each of modules that are loaded together; the first group that matches a module's path has it
 * (decision 59). Left alone, what several pages share goes into the entry, which every page loads first. What only some queries
 * need is left out.
 */
export const chunkGroups: { name: string; test: RegExp }[] = [
  // Every page loads all of it.
  {
    name: 'base',
    test: /[\\/]node_modules[\\/](?:react|react-dom|scheduler|react-router|react-router-dom)[\\/]|rolldown.runtime|[\\/]shared[\\/]after-paint\./,
  },
  {
    name: 'queries',
    test: /[\\/]@tanstack[\\/](react-query|query-core)[\\/](?!.*(useMutation|mutationObserver|useInfinite|infiniteQueryO))|[\\/]app[\\/](Queries|BehindNotice|query-client)|[\\/]shared[\\/]queries|[\\/]facade[\\/]books/,
  },
  // Several small chunks weigh more than one: small parts that most pages need.
  {
    name: 'common',
    test: /[\\/](domain[\\/](catalogue[\\/]access|refusal|vocabulary[\\/](bands|bulk-limits|level-policies|levels))|facade[\\/](client[\\/]failure|level-policies|users|vocabularies)|features[\\/]reader[\\/](useKeys|type[\\/]preferences|quiz[\\/](Key|Card))|home[\\/]sample[\\/]stored-answers|shared[\\/](failures|focus|idle|typographic|review[\\/]duration|components[\\/](Dots|Icon|Logo|Marked|Modal|Spinner|feedback[\\/]Banner)))\./,
  },
  {
    name: 'outbox',
    test: /[\\/]idb-keyval[\\/]|[\\/]shared[\\/](outbox[\\/](outbox|send|useOutbox|held-answer)|device[\\/]connection)/,
  },
  // Reader, review and the sample on the home page; what only one of them needs is in its own chunk.
  {
    name: 'reading',
    test: /[\\/]domain[\\/](quiz[\\/](clauses|random|options|quiz|question-data)|catalogue[\\/]keys|vocabulary[\\/](fragment-levels|vocabulary|decide))\.|[\\/]reader[\\/](chapter[\\/](contents|start)|level[\\/](LevelBar|useCountUp)|quiz[\\/](Deck|Fragments|Lingering|Options|QuestionCard)|sentence[\\/](marks|spelling|SentenceText|Word)|state[\\/](state|transition|useMachine|view|keys)|vocabulary[\\/]entries)\./,
  },
  {
    name: 'device',
    test: /[\\/]app[\\/]device[\\/](OnDevice|UnsentNotice)|[\\/]shared[\\/](device[\\/](keep-on-device|clear|replies|offline-access|keys|log-out|chapters|worker)|outbox[\\/](unsent-text|Refused))/,
  },
];
