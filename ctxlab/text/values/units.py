"""Names of units in English and Chinese, with what converts a number in them to one base unit."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from ctxlab.text.values.words import words


@dataclass(frozen=True, slots=True)
class Measure:
    """A unit: a number in it is `number * factor + offset` in the base unit `unit`."""

    unit: str
    factor: Decimal = Decimal(1)
    offset: Decimal = Decimal(0)

    def of(self, number: Decimal) -> Decimal:
        """The number in the base unit."""
        return number * self.factor + self.offset


PERCENT = Measure("%")
MONEY = Measure("money")


def _table(rows: Iterable[tuple[str, str, str]]) -> dict[str, Measure]:
    """Names to measures, from rows of base unit, factor and names."""
    return {name: Measure(unit, Decimal(factor)) for unit, factor, names in rows for name in words(names)}


# Full names, in lower case.
ENGLISH = _table(
    (
        ("USD", "1", "dollar dollars buck bucks usd"),
        ("EUR", "1", "euro euros eur"),
        ("GBP", "1", "gbp quid sterling"),
        ("CNY", "1", "yuan rmb cny renminbi"),
        ("JPY", "1", "yen jpy"),
        ("HKD", "1", "hkd"),
        ("TWD", "1", "twd"),
        ("KRW", "1", "krw won"),
        ("INR", "1", "inr rupee rupees"),
        ("CHF", "1", "chf francs"),
        ("money", "0.01", "cent cents"),
        ("%", "1", "percent"),
        ("second", "1", "second seconds sec secs"),
        ("second", "60", "minute minutes min mins"),
        ("second", "3600", "hour hours hr hrs"),
        ("second", "86400", "day days"),
        ("second", "604800", "week weeks"),
        ("second", "1209600", "fortnight fortnights"),
        ("second", "0.001", "millisecond milliseconds"),
        ("month", "1", "month months"),
        ("year", "1", "year years yr yrs"),
        ("night", "1", "night nights"),
        ("metre", "1", "metre metres meter meters"),
        ("metre", "1000", "kilometre kilometres kilometer kilometers kms"),
        ("metre", "0.01", "centimetre centimetres centimeter centimeters"),
        ("metre", "0.001", "millimetre millimetres millimeter millimeters"),
        ("metre", "1609.344", "mile miles"),
        ("metre", "0.3048", "foot feet"),
        ("metre", "0.0254", "inch inches"),
        ("metre", "0.9144", "yard yards"),
        ("square metre", "1", "sqm"),
        ("gram", "1", "gram grams gramme grammes"),
        ("gram", "1000", "kilogram kilograms kilo kilos kgs"),
        ("gram", "0.001", "milligram milligrams"),
        ("gram", "1000000", "tonne tonnes ton tons"),
        ("gram", "453.59237", "pound pounds lbs"),
        ("gram", "28.349523125", "ounce ounces"),
        ("litre", "1", "litre litres liter liters"),
        ("litre", "0.001", "millilitre millilitres milliliter milliliters"),
        ("litre", "3.785411784", "gallon gallons"),
        ("degree", "1", "degree degrees celsius"),
        ("byte", "1", "byte bytes"),
        ("word", "1", "word words"),
        ("character", "1", "character characters char chars"),
        ("letter", "1", "letter letters"),
        ("token", "1", "token tokens"),
        ("sentence", "1", "sentence sentences"),
        ("paragraph", "1", "paragraph paragraphs"),
        ("line", "1", "line lines"),
        ("page", "1", "page pages"),
        ("column", "1", "column columns"),
        ("row", "1", "row rows"),
        ("section", "1", "section sections"),
        ("chapter", "1", "chapter chapters"),
        ("slide", "1", "slide slides"),
        ("bullet", "1", "bullet bullets"),
        (
            "person",
            "1",
            "person persons people guest guests adult adults attendee attendees participant participants",
        ),
        (
            "person",
            "1",
            "passenger passengers traveller travellers traveler travelers diner diners visitor visitors",
        ),
        ("child", "1", "child children kid kids"),
        ("item", "1", "item items thing things entry entries"),
        ("file", "1", "file files"),
        ("option", "1", "option options choice choices alternative alternatives"),
        ("occurrence", "1", "times occurrence occurrences occasions"),
        ("star", "1", "star stars"),
        ("point", "1", "point points"),
        ("step", "1", "step steps"),
        ("question", "1", "question questions"),
        ("example", "1", "example examples"),
        ("room", "1", "room rooms"),
        ("bedroom", "1", "bedroom bedrooms"),
        ("seat", "1", "seat seats"),
        ("floor", "1", "floor floors storey storeys"),
    )
)
# Short signs, as they are written.
SIGNS = _table(
    (
        ("second", "3600", "h"),
        ("second", "1", "s"),
        ("second", "0.001", "ms"),
        ("metre", "1", "m"),
        ("metre", "1000", "km KM"),
        ("metre", "0.01", "cm CM"),
        ("metre", "0.001", "mm"),
        ("metre", "0.3048", "ft"),
        ("kilometre per hour", "1", "km/h kph kmh"),
        ("kilometre per hour", "1.609344", "mph"),
        ("square metre", "1", "m² m2 ㎡"),
        ("gram", "1", "g"),
        ("gram", "1000", "kg KG Kg"),
        ("gram", "0.001", "mg"),
        ("gram", "453.59237", "lb"),
        ("gram", "28.349523125", "oz"),
        ("litre", "1", "l L"),
        ("litre", "0.001", "ml mL ML"),
        ("degree", "1", "°C ℃ ° C"),
        ("byte", "1000", "kb KB kB"),
        ("byte", "1000000", "mb MB"),
        ("byte", "1000000000", "gb GB"),
        ("byte", "1000000000000", "TB tb"),
        ("byte", "1024", "KiB"),
        ("byte", "1048576", "MiB"),
        ("byte", "1073741824", "GiB"),
        ("EUR", "1", "€"),
        ("GBP", "1", "£"),
        ("USD", "1", "$"),
        ("star", "1", "★ ⭐"),
    )
)
FAHRENHEIT = Measure("degree", Decimal(5) / 9, Decimal(-160) / 9)
CHINESE = _table(
    (
        ("CNY", "1", "元 元钱 元人民币 块钱 人民币 元整"),
        ("CNY", "0.1", "毛钱 角钱"),
        ("USD", "1", "美元 美金 刀"),
        ("EUR", "1", "欧元"),
        ("GBP", "1", "英镑"),
        ("JPY", "1", "日元 日圆 円"),
        ("HKD", "1", "港元 港币 港纸"),
        ("TWD", "1", "台币 新台币"),
        ("KRW", "1", "韩元 韩币"),
        ("%", "10", "成"),
        ("second", "1", "秒 秒钟"),
        ("second", "60", "分钟"),
        ("second", "900", "刻钟"),
        ("second", "3600", "小时 个小时 钟头 个钟头 个钟"),
        ("second", "86400", "天"),
        ("second", "604800", "周 星期 个星期 礼拜 个礼拜"),
        ("month", "1", "个月"),
        ("year", "1", "年 岁 周岁"),
        ("working day", "1", "工作日 个工作日"),
        ("night", "1", "晚 夜 宿"),
        ("metre", "1", "米"),
        ("metre", "1000", "公里 千米"),
        ("metre", "0.01", "厘米 公分"),
        ("metre", "0.001", "毫米"),
        ("metre", "1609.344", "英里"),
        ("metre", "0.3048", "英尺"),
        ("metre", "0.0254", "英寸"),
        ("square metre", "1", "平方米 平米 平"),
        ("gram", "1", "克"),
        ("gram", "1000", "千克 公斤"),
        ("gram", "500", "斤"),
        ("gram", "0.001", "毫克"),
        ("gram", "1000000", "吨"),
        ("gram", "453.59237", "磅"),
        ("litre", "1", "升"),
        ("litre", "0.001", "毫升"),
        ("degree", "1", "度 摄氏度"),
        ("character", "1", "字 个字 字符 个字符 个汉字 汉字"),
        ("word", "1", "个单词 单词 个词 词"),
        ("token", "1", "个token 个tokens"),
        ("sentence", "1", "句 句话 个句子"),
        ("paragraph", "1", "段 段落 个段落 段话 自然段"),
        ("line", "1", "行"),
        ("page", "1", "页"),
        ("column", "1", "列"),
        ("person", "1", "人 个人 位 名 口人 位客人 个客人 个大人 大人 位成人 名成人 个成人"),
        ("child", "1", "个孩子 个小孩 个儿童 名儿童 个小朋友"),
        ("item", "1", "项 件 条"),
        ("file", "1", "个文件 份文件"),
        ("option", "1", "个选项 个选择 种选择 个方案 种方案"),
        ("occurrence", "1", "次 遍 回"),
        ("star", "1", "星 星级 颗星 颗星星"),
        ("point", "1", "分"),
        ("step", "1", "步 个步骤 步骤"),
        ("question", "1", "个问题 道题 个题"),
        ("example", "1", "个例子 个示例"),
        ("room", "1", "间房 间房间 个房间 间"),
        ("floor", "1", "层 层楼"),
        ("section", "1", "节 个章节"),
        ("slide", "1", "张幻灯片 页幻灯片"),
        (
            "",
            "1",
            "个 种 家 张 份 道 款 篇 部 本 只 头 台 辆 架 艘 套 双 杯 瓶 箱 袋 桌 类 座 栋 支 把 朵 颗 粒",
        ),
        ("", "1", "轮 场 集"),
    )
)
BEFORE = {
    "US$": "USD",
    "HK$": "HKD",
    "NT$": "TWD",
    "A$": "AUD",
    "C$": "CAD",
    "S$": "SGD",
    "$": "USD",
    "＄": "USD",
    "€": "EUR",
    "£": "GBP",
    "¥": "CNY",
    "￥": "CNY",
    "₩": "KRW",
    "₹": "INR",
    "USD": "USD",
    "EUR": "EUR",
    "GBP": "GBP",
    "CNY": "CNY",
    "RMB": "CNY",
    "JPY": "JPY",
    "HKD": "HKD",
    "人民币": "CNY",
    "美元": "USD",
    "美金": "USD",
    "欧元": "EUR",
    "日元": "JPY",
    "港币": "HKD",
}
