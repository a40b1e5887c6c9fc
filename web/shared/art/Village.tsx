/** The white village at dusk, with Platero in front of it. Flat shapes in layers, one light. */
export function Village({ top = 120 }: { top?: number }) {
  return (
    <svg
      viewBox={`0 ${top} 1280 ${420 - top}`}
      preserveAspectRatio="xMidYMax slice"
      width="100%"
      height="100%"
      aria-hidden="true"
    >
      <defs>
        <linearGradient id="dusk" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#36527f" />
          <stop offset=".38" stopColor="#b98290" />
          <stop offset=".68" stopColor="#efba86" />
          <stop offset="1" stopColor="#f8e0b4" />
        </linearGradient>
      </defs>
      <rect width="1280" height="420" fill="url(#dusk)" />
      <circle cx="900" cy="236" r="88" fill="#fff2cf" opacity=".2" />
      <circle cx="900" cy="236" r="46" fill="#fff2cf" />
      <path d="M0 266q150-38 290-12t270-26 250 12 220-22 250 34v180H0z" fill="#a4748c" opacity=".78" />
      <path d="M0 296c190-34 330 4 530-18s370-14 750 20v130H0z" fill="#7b5d87" />
      <g>
        <path d="M112 298v-38l32-24 32 24v-82h30v82l24-18 24 18v38z" fill="#fdf4e4" />
        <path d="M270 298v-56h58v56zM352 298v-32l30-22 30 22v32z" fill="#fdf4e4" />
        <path d="M92 292h392v72H92z" fill="#f6e8d6" />
        <path d="M254 260v104h16V242h58v122h24v-98zM484 292h-62v72h62z" fill="#e2cdbf" />
        <path
          d="M172 178l19-30 19 30zM106 264l38-29 38 29-6 5-32-23-32 23zM262 244l8-13h58l8 13zM346 270l36-27 36 27-6 5-30-22-30 22z"
          fill="#b4573e"
        />
        <path
          d="M184 200h14v20h-14zM136 320h16v44h-16zM284 264h12v18h-12zM306 264h12v18h-12zM288 318h16v46h-16zM374 306h13v20h-13zM444 312h13v18h-13z"
          fill="#5a4766"
        />
      </g>
      <path d="M0 344c230-30 430 10 670-10s420-8 610 14v80H0z" fill="#4b4968" />
      <path d="M0 376c270-26 530 12 770-12s360-4 510 16v50H0z" fill="#31344e" />
      <g transform="translate(752 290)" fill="#21243a">
        <path d="M12 34c8-8 26-9 42-7 14 2 30 0 42 2l11-16-4-20 6-1 6 14 5-15 6 2v18l10 20c2 5-1 9-7 8l-14-6-9 12c2 10 1 14 0 20l-2 26h-7l-2-24-7-9-25 2-5 9 3 22h-7l-7-22-2-11-6 12-4 21h-8l5-27c1-10 0-18 6-25z" />
        <path d="M8 38c-6 5-9 14-8 24h4c0-9 2-16 8-20z" />
      </g>
      <g stroke="#21243a" strokeWidth="2.400" strokeLinecap="round" fill="none">
        <path d="M606 376c-2-12-8-18-15-23M617 376c0-13 3-22 9-31M631 378c4-9 11-13 18-15M934 380c-2-9-7-15-13-20M947 380c0-12 4-19 11-25" />
      </g>
      <g fill="#eaa8a2">
        <circle cx="590" cy="351" r="4" />
        <circle cx="650" cy="361" r="3.500" />
        <circle cx="920" cy="358" r="3.700" />
      </g>
      <g fill="#f4d57c">
        <circle cx="627" cy="343" r="4" />
        <circle cx="959" cy="353" r="3.800" />
      </g>
    </svg>
  );
}
