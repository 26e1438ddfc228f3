import { PALETTE } from '#src/domain/colours.ts'

// A canvas can't read CSS variables: these are the values of tokens.css (design/echarts-theme.json).
const LABEL = { color: '#8b959e', fontSize: 11 }

export const CHART_THEME = {
  color: [...PALETTE],
  backgroundColor: 'transparent',
  textStyle: { fontFamily: "'Inter Variable', Inter, system-ui, sans-serif", fontSize: 11 },
  categoryAxis: {
    axisLine: { show: true, lineStyle: { color: '#2e353b', width: 1 } },
    axisTick: { show: false },
    splitLine: { show: false },
    axisLabel: { ...LABEL, margin: 8, hideOverlap: true },
  },
  valueAxis: {
    axisLine: { show: false },
    axisTick: { show: false },
    splitNumber: 4,
    splitLine: { lineStyle: { color: '#1b2024', width: 1 } },
    axisLabel: { ...LABEL, align: 'left', margin: 44 },
  },
  bar: {
    barMaxWidth: 28,
    barCategoryGap: '34%',
    itemStyle: { borderColor: '#111417', borderWidth: 0.5 },
    emphasis: { disabled: true },
  },
  pie: {
    itemStyle: { borderColor: '#111417', borderWidth: 2 },
    label: { show: false },
    emphasis: { disabled: true },
  },
}
