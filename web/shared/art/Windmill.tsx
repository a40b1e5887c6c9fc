/** A mill of La Mancha against the evening, the knight and his squire below. */
export function Windmill() {
  return (
    <svg
      viewBox="0 0 300 420"
      preserveAspectRatio="xMidYMid slice"
      width="100%"
      height="100%"
      aria-hidden="true"
    >
      <defs>
        <linearGradient id="evening" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#243c63" />
          <stop offset=".52" stopColor="#b9634c" />
          <stop offset="1" stopColor="#f0b46c" />
        </linearGradient>
      </defs>
      <rect width="300" height="420" fill="url(#evening)" />
      <circle cx="212" cy="236" r="46" fill="#ffe5ad" />
      <path d="M0 304c66-30 116-10 172-26s88-6 128 8v134H0z" fill="#77434f" />
      <path d="M76 212l12-64h34l12 64 7 100H69z" fill="#fcf2e0" />
      <path d="M106 148h16l12 64 7 100h-30z" fill="#dac3af" />
      <path d="M82 150c4-24 42-24 46 0z" fill="#472c3b" />
      <path d="M98 312v-26q0-9 8-9t8 9v26z" fill="#6a4653" />
      <g stroke="#372531" strokeWidth="3" fill="#f8e9d0" fillOpacity=".92" transform="rotate(20 105 152)">
        <path d="M105 152V42M105 54h20v76h-20z" />
        <path d="M105 152v110M105 174H85v76h20z" />
        <path d="M105 152H-5M7 152v-20h76v20z" />
        <path d="M105 152h110M127 152v20h76v-20z" />
      </g>
      <path d="M0 348c74-24 156 8 300-16v88H0z" fill="#3a2939" />
      <g fill="#1b1520">
        <path d="M190 340l4-30 12-5 24 3 11-12 9 3-2 14-12 7 2 20h-6l-3-16-23 2-4 16h-6l3-18-4 5-2 11z" />
        <path d="M203 308l3-24c1-9 11-9 13 0l4 24z" />
        <circle cx="212" cy="270" r="6.500" />
        <path d="M230 254l-17 54-2-1 17-54z" />
        <path d="M254 350l3-22 22-3 9-9 7 3-4 11-3 20h-4l-2-14h-16l-2 14z" />
        <path d="M263 328c0-18 18-18 18 0z" />
        <circle cx="272" cy="309" r="6.500" />
      </g>
    </svg>
  );
}
